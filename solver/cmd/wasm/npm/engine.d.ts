/** Where cards lie: "stock", "waste", "hole", "tableau/3", "cell/1", "foundation/S" and the like. */
export type Place = string;

export interface Move {
  action: 'move' | 'draw' | 'redeal' | 'deal' | 'remove';
  /** Places of removed pairs are a list. */
  from?: Place | Place[];
  to?: Place;
  /** From the deepest to the top. */
  cards?: string[];
  /** The card that the move turns up. */
  turns_up?: string;
  /** Of a draw or deal: how many cards. */
  count?: number;
}

/** Piles by name, as Solvitaire writes them. */
export type Position = Record<string, unknown>;

export type Verdict = 'winnable' | 'unwinnable' | 'unknown';
export type Reason = 'deadline' | 'states' | 'memory' | 'cancelled';

/** A question about a deal. Give game or rules, and seed or deal. */
export interface Question {
  /** Name of a game, such as "klondike". */
  game?: string;
  rules?: Record<string, unknown>;
  /** A deal by number, such as "solvitaire:2". */
  seed?: string;
  /** The cards of any position, as an object, or as text in a format. */
  deal?: Position | string;
  format?: 'fc-solve' | 'pysol' | 'klondike-solver' | 'rows';
  /** Milliseconds. */
  deadline_ms?: number;
  /** Positions that the search may visit. */
  states?: number;
}

export interface Search {
  engine: string;
  states: number;
  elapsed_ms: number;
}

export interface SolveAnswer {
  /** The same rules and cards have the same id. */
  id: string;
  verdict: Verdict;
  /** Why the verdict is unknown. */
  because?: Reason;
  /** Of a winnable deal: replayed by the referee. */
  solution?: { length: number; redeals: number; moves: Move[]; text: string };
  /** Of an unwinnable deal: why. */
  certificate?: { kind: 'deadlock' | 'search'; text: string };
  search: Search;
  position: Position;
  /** What was read otherwise than it is written. */
  warnings?: string[];
}

export interface JudgedMove {
  move: Move;
  /** What it does, in words. */
  why: string;
  /** Of the position after it. */
  verdict: Verdict;
  because?: Reason;
  /** Moves of the shortest known winning line with this move first; null if none. */
  length: number | null;
  redeals: number | null;
  reversible: boolean;
  order: boolean;
  /** Other places that come to the same. */
  also?: Place[];
  /** For an unknown verdict: a guess, comparable among the moves of one answer. */
  estimate?: number;
}

export interface MovesAnswer {
  id: string;
  verdict: Verdict;
  because?: Reason;
  won: boolean;
  /** Whether exactly one move keeps the game winnable; null if not known. */
  only: boolean | null;
  /** The best first. */
  moves: JudgedMove[];
  /** Runs that can be moved at once, with their single moves. */
  runs: { move: Move; expanded: Move[] }[];
  solution?: { length: number; redeals: number; moves: Move[] };
  search: Search;
  position: Position;
  /** What was read otherwise than it is written. */
  warnings?: string[];
}

/** Ply 0 is the deal, and ply n the position after n moves. */
export interface AnalyseAnswer {
  id: string;
  plies: { ply: number; verdict: Verdict }[];
  /** Number of the move, from 1, that lost the game; null if none did or it is not known. */
  lost_at: number | null;
  last_winnable: number | null;
  first_unwinnable: number | null;
  because?: Reason;
  better: Move | null;
  /** A winning line from the last winnable ply. */
  line: Move[] | null;
  search: Search;
  position: Position;
  /** What was read otherwise than it is written. */
  warnings?: string[];
}

export interface ReplayAnswer {
  legal: boolean;
  /** Number of the illegal move, from 1, and why it is illegal. */
  at?: number;
  reason?: string;
  /** Why it is illegal: a text with names in braces, and what stands for them. */
  refusal?: { text: string; values: Record<string, string> };
  won: boolean;
  moves: number;
  position: Position;
  /** What was read otherwise than it is written. */
  warnings?: string[];
}

export interface DealAnswer {
  id: string;
  game: string;
  title: string;
  /** The number as it was read, "scheme:number"; absent if cards were given. */
  seed?: string;
  rules: Record<string, unknown>;
  deal: Position;
  /** What was read otherwise than it is written. */
  warnings?: string[];
}

/** What a file proves that passed its check. */
export interface CheckAnswer {
  /** Of the deal that can't be won. */
  id: string;
  /** Listed, and of those, with a safe card, and lost at sight. */
  states: number;
  safe: number;
  stuck: number;
  /** Moves that were checked. */
  ways: number;
  /** Whether the proof is cards that block each other. */
  claims: boolean;
}

/** Each call blocks the thread until it has its answer. */
export interface Engine {
  /**
   * Checks a file of GET /v1/deals/{id}/proof, which has to prove a loss, without any search. progress is
   * called with the part of the file that has been read. A file that proves nothing is an EngineError.
   */
  check(file: ArrayBuffer, progress?: (part: number) => void): CheckAnswer;
  games(): { name: string; title: string }[];
  deal(request: Question): DealAnswer;
  solve(request: Question): SolveAnswer;
  moves(request: Question): MovesAnswer;
  analyse(request: Question & { moves: Move[] }): AnalyseAnswer;
  replay(request: Question & { moves: Move[] }): ReplayAnswer;
}

/** The error of a request with mistakes. */
export class EngineError extends Error {
  readonly errors: { field: string; detail: string }[];
}

/**
 * Starts the engines. memory is the size of the search tables in MiB, 128 by default; wasm is the
 * module, if it is not to be read from beside this file.
 */
export function load(options?: { memory?: number; wasm?: ArrayBuffer | ArrayBufferView | object }): Promise<Engine>;
