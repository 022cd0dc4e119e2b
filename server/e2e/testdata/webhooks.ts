// Verifies messages: a line each on standard input, {"secret", "headers", "body", "now"}. Prints what
// each is about, or "refused".
import { verifyWebhook } from './webhook.js';

declare const process: { stdin: AsyncIterable<Uint8Array> };

let text = '';
const decoder = new TextDecoder();
for await (const part of process.stdin) text += decoder.decode(part, { stream: true });
for (const line of text.trim().split('\n')) {
  const { secret, headers, body, now } = JSON.parse(line) as { secret: string; headers: Record<string, string>; body: string; now: number };
  try {
    const message = await verifyWebhook(secret, (name) => headers[name], body, now);
    console.log(message.type, message.data.location);
  } catch {
    console.log('refused');
  }
}
