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

/** Piles by name, as the service and the engine write them. */
export type Position = Record<string, unknown>;

/**
 * What answers in place of a service: the engine of the package thoughtful-engine, or an object with these calls,
 * which may return promises.
 */
export interface TableEngine {
  deal(request: object): any;
  /** For hints. */
  moves(request: object): any;
  /** If it is there, deals without a number are chosen so that they can be won. */
  solve?(request: object): any;
}

export interface TableEvents {
  /** Another deal lies on the table. deal is its number; empty for cards of your own. */
  dealt: CustomEvent<{ game?: string; title?: string; deal: string; position: Position }>;
  /** A move was played; move is null after a step back. */
  move: CustomEvent<{ move: Move | null; moves: Move[]; ply: number }>;
  /** ms counts from the first move. */
  won: CustomEvent<{ moves: Move[]; ms: number }>;
  /** No legal move is left, and the game is not won. */
  stuck: CustomEvent<Record<string, never>>;
  /** The deal can't be shown. */
  failed: CustomEvent<{ message: string }>;
}

export interface ThoughtfulTable extends HTMLElement {
  /** Name of a game, such as "klondike". */
  game: string;
  /** Number of a deal, such as "solvitaire:2". If empty, the table takes one that can be won. */
  deal: string;
  /** Rules of your own, in place of a game: JSON, or an object when set. */
  rules: string;
  /** Address of the service. By default the script's own. */
  service: string;
  /** Shows buttons. */
  controls: boolean;
  /** If empty, the table follows color-scheme of the page. */
  theme: 'light' | 'dark' | 'auto' | '';
  /** A position of your own, in place of a numbered deal. */
  position: Position | null;
  engine: TableEngine | null;

  /** Played so far. */
  readonly moves: Move[];
  /** How many. */
  readonly ply: number;
  readonly won: boolean;
  /** The number of the deal on the table. */
  readonly seed: string;

  undo(): void;
  redo(): void;
  restart(): void;
  /** Deals another deal of the game. */
  another(): void;
  /** Plays a legal move. Fields may be left out if they are clear. Throws if there is no such move. */
  play(move: Partial<Move>): Promise<void>;
  /** Marks the best move and returns it; null if no move wins. */
  hint(): Promise<Move | null>;

  addEventListener<K extends keyof TableEvents>(type: K, listener: (event: TableEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof TableEvents>(type: K, listener: (event: TableEvents[K]) => unknown, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap { 'thoughtful-table': ThoughtfulTable }
}
