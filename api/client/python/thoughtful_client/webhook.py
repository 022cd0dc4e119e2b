"""Verifies the messages that Thoughtful sends when a job or a campaign has ended, as Standard
Webhooks (standardwebhooks.com) says."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional

TOLERANCE = 5 * 60
"""For how many seconds a message counts."""


class WebhookError(ValueError):
    """The error of a message that is not to be believed."""


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, now: Optional[float] = None) -> Dict[str, Any]:
    """Return the message of a request if its signature is right and it is not old.

    The secret is from service.webhook_secret(), the body as it came: before json.loads. The message
    has type ("job.ended" or "campaign.ended"), timestamp, and data with id, state and location.
    """
    given = {name.lower(): value for name, value in headers.items()}
    sent = given.get("webhook-timestamp", "")
    if not given.get("webhook-id") or not (sent.isascii() and sent.isdigit()):
        raise WebhookError("a header is missing")
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE:
        raise WebhookError("sent too long ago, or not yet")
    key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    signed = f"{given['webhook-id']}.{sent}.".encode() + body
    want = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    for signature in given.get("webhook-signature", "").split():
        if hmac.compare_digest(signature.encode(), want):
            message: Dict[str, Any] = json.loads(body)
            return message
    raise WebhookError("no signature is right")
