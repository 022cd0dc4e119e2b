// Reads and writes positions in one line with docs/examples/line.ts, whose compiled file is the argument.
import { createInterface } from 'node:readline';
const { read, write } = await import(process.argv[2]);
for await (const text of createInterface({ input: process.stdin })) {
  const { rules, line, deal } = JSON.parse(text);
  console.log(JSON.stringify({ line: write(deal, rules), deal: read(line, rules) }));
}
