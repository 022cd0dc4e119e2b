// Verifies the messages that Thoughtful sends when a job or a campaign has ended, as Standard
// Webhooks (standardwebhooks.com) says. It imports nothing, and runs wherever there is Web Crypto: in
// Node.js 20 and later, in Deno, Bun and the workers of clouds.

/** A message: what has ended, in which state, and where to read it. */
export interface WebhookMessage {
  type: 'job.ended' | 'campaign.ended';
  /** time of the end */
  timestamp: string;
  data: { id: string; state: string; location: string };
}

/** For how many seconds a message counts. */
const tolerance = 5 * 60;

const bytes = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/**
 * Returns the message of a request if its signature is right and it is not old; throws otherwise.
 * @param secret from `service.webhookSecret()`
 * @param header reads a header of the request, such as `(name) => request.headers.get(name)`
 * @param body of the request, as it came: before JSON.parse
 * @param now in seconds since 1970
 */
export async function verifyWebhook(
  secret: string, header: (name: string) => string | null | undefined, body: string, now = Date.now() / 1000,
): Promise<WebhookMessage> {
  const id = header('webhook-id'), sent = header('webhook-timestamp');
  if (!id || !sent || !/^[0-9]{1,12}$/.test(sent)) throw new Error('webhook: a header is missing');
  if (Math.abs(now - Number(sent)) > tolerance) throw new Error('webhook: sent too long ago, or not yet');
  const key = await crypto.subtle.importKey('raw', bytes(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${sent}.${body}`);
  for (const signature of (header('webhook-signature') ?? '').split(' ')) {
    if (!/^v1,[A-Za-z0-9+/]+=*$/.test(signature)) continue;
    // It takes the same time for right and wrong signatures.
    if (await crypto.subtle.verify('HMAC', key, bytes(signature.slice(3)), signed)) return JSON.parse(body);
  }
  throw new Error('webhook: no signature is right');
}
