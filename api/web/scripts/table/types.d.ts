// The shapes of what the modules exchange. See docs/build/positions.md.

/** Two characters, as "TH"; a lower-case suit lies face down. */
export type Card = string;

/** As in moves: "tableau/3", "foundation/S", "waste". */
export type Place = string;

export interface Move {
  action: 'move' | 'remove' | 'draw' | 'redeal' | 'deal';
  from?: any; // a place; a list of places if cards are removed
  to?: any; // a place
  cards?: any; // those that move, deepest first
  count?: any; // of a draw or deal
  turns_up?: Card;
}

/** A run of cards that moves as one: it stands for single moves. */
export interface Run extends Move { expanded: Move[] }

export interface Position {
  piles: Map<Place, Card[]>;
  base: string; // rank
  redeals: number | null; // left; null if not limited
  packets: number;
  follows: boolean;
}

/** A position as the service writes it. */
export type Document = Record<string, any>;

/** The rules of a game as the service writes them. */
export type Rules = Record<string, any>;

export type Layout = ReturnType<typeof import('./position.js').layout>;

export type Verdict = 'winnable' | 'unwinnable' | 'unknown';
