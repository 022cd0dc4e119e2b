"""Verifies messages: a line each on standard input, {"secret", "headers", "body", "now"}. Prints what
each is about, or "refused"."""

import json
import sys

from thoughtful_client.webhook import WebhookError, verify_webhook

for line in sys.stdin:
    given = json.loads(line)
    try:
        message = verify_webhook(given["secret"], given["headers"], given["body"].encode(), given["now"])
        print(message["type"], message["data"]["location"])
    except WebhookError:
        print("refused")
