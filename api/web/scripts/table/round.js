// A round on a table that plays by itself: the deal, the hand that plays it, and hints. The deal page has its own
// (play/deal.js), with more around it.

import { play } from './follow.js';
import { Hand } from './hand.js';
import { t } from './language.js';
import { Referee } from './legal.js';
import { Player } from './player.js';
import { layout, read, write } from './position.js';
import { capital, move as inWords } from './words.js';

export class Round {
  // named is the part of questions with the game, {game} or {rules}; say shows a message.
  constructor(element, source, { named, rules, deal, say }) {
    const places = layout(rules);
    const player = new Player(read(places, deal));
    const table = element.lay(places);
    this.source = source;
    this.player = player;
    this.table = table;
    this.say = say;
    this.asked = (position) => ({ ...named, deal: write(places, position) });
    const referee = this.referee = new Referee(rules, places);
    this.hand = new Hand(table, { player, referee, play: (moves) => play(referee, player, moves), say, once: () => true });
    player.addEventListener('change', () => this.changed());
    table.draw(player.position, { animate: false });
  }

  leave() {
    this.player.halt();
    this.hand.leave();
  }

  changed() {
    this.hand.changed();
    this.table.show('hinted', []);
    this.table.draw(this.player.position);
    this.say('');
  }

  // state is what the referee says of the position.
  get state() { return this.referee.at(this.player.position); }

  // hint marks the best move, and returns it; null if no move wins.
  async hint() {
    const { player, table } = this;
    const { position } = player;
    this.say(t('Searching …'));
    const { moves } = await this.source.moves({ ...this.asked(position), deadline_ms: 2000 });
    if (player.position !== position) return null;
    const [best] = moves;
    if (!best || best.verdict === 'unwinnable') {
      this.say(t('No move wins from here.'));
      return null;
    }
    const { move } = best;
    const taken = move.action === 'remove' ? 1 : move.cards?.length;
    const cards = taken ? [move.from].flat().map((place) => ({ place, at: (position.piles.get(place)?.length ?? 0) - taken })) : [];
    table.show('hinted', taken ? [move.to] : ['stock'], cards);
    this.say(capital(inWords(move)) + '.');
    return move;
  }
}
