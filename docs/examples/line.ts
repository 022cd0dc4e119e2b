// A position in one line (docs/build/line.md), and back. `rules` are the rules of the game, as GET /v1/games/{game} gives them.

type Piles = string[][];
export interface Position { [field: string]: any } // as POST /v1/solve reads it in `deal`
export interface Rules { suits?: number; 'two decks'?: boolean; 'max rank'?: number; foundations?: { present?: boolean; 'base card'?: string } }

const fields: Record<string, string> = {
  t: 'tableau piles', f: 'foundations', b: 'base', c: 'cells', r: 'reserve', s: 'stock', w: 'waste', n: 'redeals left', h: 'hole',
  q: 'sequences', a: 'accordion', p: 'rows',
};
const ranks = 'A23456789TJQK';

// slots returns the suit of each foundation.
function slots(rules: Rules): string[] {
  const suits = ({ 1: 'S', 2: 'HS' } as Record<number, string>)[rules.suits ?? 4] ?? 'CHSD';
  const copies = (rules['two decks'] ? 8 : 4) / suits.length;
  return [...suits].flatMap((suit) => Array(copies).fill(suit));
}

// cards reads cards: - is an empty place, and _ a card that was not seen.
const cards = (text: string): string[] => (text.match(/[-_]|../g) ?? []).map((card) => ({ '-': '', _: '??' })[card] ?? card);
const written = (list: string[]): string => list.map((card) => ({ '': '-', '??': '_' })[card] ?? card).join('');

export function read(line: string, rules: Rules): Position {
  const parts = new Map(line.split('~').map((part) => [part[0], part.slice(1)]));
  const position: Position = rules.foundations?.present === false ? {} : { foundations: [] };
  const base = parts.get('b') ?? rules.foundations?.['base card'] ?? 'A';
  for (const [letter, text] of parts) {
    const field = fields[letter];
    if ('tqp'.includes(letter)) position[field] = text.split('.').map(cards);
    else if (letter === 'f') position[field] = cards(text).map((top) => below(top, base, rules));
    else if (letter === 'b' || letter === 'h') position[field] = text;
    else if (letter === 'n') position[field] = Number(text);
    else position[field] = cards(text);
  }
  return position;
}

// below lists the cards of a foundation from its first one to its top card.
function below(top: string, base: string, rules: Rules): string[] {
  if (!top) return [];
  const most = rules['max rank'] ?? 13;
  const first = ranks.indexOf(base);
  const height = ((ranks.indexOf(top[0]) - first + most) % most) + 1;
  return Array.from({ length: height }, (_, i) => ranks[(first + i) % most] + top[1]);
}

export function write(position: Position, rules: Rules): string {
  return Object.entries(fields).flatMap(([letter, field]) => {
    const value = position[field];
    if (letter === 'f') return value?.length ? letter + written(tops(value, rules)) : [];
    if (letter === 'b' && rules.foundations?.['base card'] !== 'random') return [];
    if (value === undefined) return [];
    if ('tqp'.includes(letter)) return letter + (value as Piles).map(written).join('.');
    if (Array.isArray(value)) return value.join('') ? letter + written(value) : [];
    return letter + value;
  }).join('~');
}

// tops returns the top card of each foundation, of a list of cards or of a list for each foundation.
function tops(value: string[] | Piles, rules: Rules): string[] {
  const suits = slots(rules);
  const lists: Piles = Array.isArray(value[0]) ? (value as Piles) : suits.map((suit) => (value as string[]).filter((card) => card[1] === suit));
  if (lists.length === suits.length) return lists.map((list) => list.at(-1) ?? '');
  const all: string[] = suits.map(() => '');
  for (const list of lists) all[suits.findIndex((suit, i) => suit === list[0][1] && !all[i])] = list.at(-1)!;
  return all;
}
