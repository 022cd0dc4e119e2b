"""Checks proofs with moved cards anywhere. check.py calls it; it is not run by itself.

It was written from proof-anywhere.md alone, whose words it uses. A card is a byte as in check.py. States
are never changed; a step makes a new one.
"""

from collections import Counter
from typing import Callable, Iterator, NamedTuple, Optional

MOST_MEMBERS, MOST_EDGES = 4096, 65536


class Refused(Exception):
    """The file proves nothing, or this checker does not understand it."""


def number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or text != str(int(text)):
        raise Refused(f'"{text}" is no number')
    return int(text)


class State(NamedTuple):
    heights: bytes  # of the foundations, by suit
    locked: bytes  # how many cards of each column have not moved
    talon: bytes  # in the order in which the cards are turned
    turned: int  # how many of them lie in the waste; 0 if the talon is at hand
    redeals: int  # left; -1 is no limit, and if the talon is at hand
    at_hand: bool


class Look:
    """Where the cards of a state lie."""
    def __init__(self, game: "Anywhere", s: State):
        self.game = game
        waiting = set(s.talon)  # neither moved nor up, or locked
        tops = set()
        empty = 0
        for column, n in zip(game.columns, s.locked):
            waiting.update(column[:n])
            tops.update(column[n - 1:n])
            empty += n == 0
        self.moved = {c for c, rank in game.ranks.items() if c not in waiting and rank > s.heights[c >> 4]}
        self.visible = self.moved | tops
        self.seen = Counter(game.groups[c] for c in self.visible)
        self.laid = Counter(game.groups[c] for c in self.moved)
        self.spaces = empty - sum(game.ranks[c] == game.kings for c in self.moved)

    def is_open(self, group: tuple) -> bool:
        rank, colour = group
        return self.seen[group] > self.laid[rank - 1, self.game.partner(colour)]

    def has_room(self, card: int) -> bool:
        rank, colour = self.game.group(card)
        if rank == self.game.kings:
            return self.game.kings_fill and self.spaces > 0
        return self.is_open((rank + 1, self.game.partner(colour)))


class Anywhere:
    """The game of a problem that check.py has read."""
    def __init__(self, table_game):
        g, t = table_game, table_game.first
        if not (g.has_safe and g.build != "no-build" and g.groups == "yes" and g.spaces in ("kings", "no-build")
                and g.cells["count"] == 0 and g.reserve["size"] == 0 and (g.to is None or g.late_turns)
                and len(t.columns) <= 18):
            raise Refused("moved cards can't lie anywhere in this game")
        self.tables, self.build, self.kings, self.draw = g, g.build, g.max_rank, g.stock["deal count"]
        self.kings_fill, self.removable = g.spaces == "kings", g.foundations["removable"]
        self.deck = sorted(g.deck, key=lambda c: (g.relative(c), c >> 4))  # the first card first
        self.ranks = {c: g.relative(c) + 1 for c in self.deck}
        colours = {"same-suit": 3, "red-black": 1, "any-suit": 0}[g.build]
        self.groups = {c: (self.ranks[c], c >> 4 & colours) for c in self.deck}
        self.upwards = {(c >> 4, self.ranks[c]): c for c in self.deck}
        self.columns = []
        for column in t.columns:
            faces = [c for c in column if c < 128]
            if any((upper, lower) not in g.built for lower, upper in zip(faces, faces[1:])):
                raise Refused("face-up cards of a column are not one run")
            self.columns.append(bytes(c & 127 for c in column[:len(column) - max(0, len(faces) - 1)]))
        at_hand = g.to is None or self.draw == 1 and t.redeals < 0
        self.first = self.settle(self.floor_kings(State(
            bytes(t.heights), bytes(map(len, self.columns)), t.waste + t.stock[::-1],
            0 if at_hand else len(t.waste), -1 if at_hand else t.redeals, at_hand)))

    def rank(self, card: int) -> int: return self.ranks[card]
    def group(self, card: int) -> tuple: return self.groups[card]
    def suit(self, card: int) -> int: return card >> 4
    def safe(self, s: State, card: int) -> bool: return self.tables.is_safe(s, card)

    def partner(self, colour: int) -> int:
        """The colour of the cards that lie on those of a colour, and carry them."""
        return 1 - colour if self.build == "red-black" else colour

    def floor_kings(self, s: State) -> State:
        """A king that is the deepest and only locked card counts as moved."""
        return s._replace(locked=bytes(0 if n == 1 and self.rank(column[0]) == self.kings else n
                                       for column, n in zip(self.columns, s.locked)))

    def had(self, s: State, card: int) -> Optional[State]:
        """The state without a card of the talon, if it can be had."""
        at = s.talon.find(card)
        if at < 0:
            return None
        rest = s._replace(talon=s.talon[:at] + s.talon[at + 1:])
        if s.at_hand:
            return rest
        turned, redeals, before = s.turned, s.redeals, set()
        while (turned, redeals) not in before:
            before.add((turned, redeals))
            if turned == at + 1:
                return rest._replace(turned=at, redeals=redeals)
            if turned < len(s.talon):
                turned = min(turned + self.draw, len(s.talon))
            elif redeals != 0:
                turned, redeals = 0, max(-1, redeals - 1)
        return None

    def step(self, s: State, verb: str, card: int, look: Look) -> Optional[State]:
        """The state after a step, if that is possible."""
        suit = self.suit(card)
        next_up = self.rank(card) == s.heights[suit] + 1
        raised = s.heights[:suit] + bytes([s.heights[suit] + (-1 if verb == "down" and s.heights[suit] else 1)]) + s.heights[suit + 1:]
        if verb in ("up", "reveal"):
            locked = bytes(n - (n > 0 and column[n - 1] == card) for column, n in zip(self.columns, s.locked))
            if verb == "up":
                if card in look.visible and next_up and look.is_open(self.group(card)):
                    return self.floor_kings(s._replace(heights=raised, locked=locked))
            elif locked != s.locked and look.has_room(card):
                return self.floor_kings(s._replace(locked=locked))
        elif verb == "down":
            if self.removable and 0 < self.rank(card) == s.heights[suit] and look.has_room(card):
                return s._replace(heights=raised)
        elif verb == "play":
            if next_up and (rest := self.had(s, card)):
                return rest._replace(heights=raised)
        elif verb == "lay":
            return self.had(s, card) if look.has_room(card) else None
        return None

    def returnable(self, look: Look, card: int) -> bool:
        return card in look.moved and self.removable and (self.kings_fill or self.rank(card) < self.kings)

    def close(self, s: State) -> tuple[State, bool]:
        """The closed state, and whether all cards that went up are returnable."""
        returns = True
        while True:
            look = Look(self, s)
            after = None
            for card in self.next_cards(s):
                if card in look.visible and self.safe(s, card) and (after := self.step(s, "up", card, look)):
                    returns = returns and self.returnable(look, card)
                    break
            else:
                for card in self.next_cards(s) if s.at_hand else ():
                    keeps = self.below(card) if self.removable else card
                    if card in s.talon and (keeps is None or self.safe(s, keeps)):
                        after, returns = self.step(s, "play", card, look), False
                        break
            if after is None:
                return s, returns
            s = after

    def next_cards(self, s: State) -> list[int]:
        """The next card of each foundation, the first card first."""
        ups = (self.upwards.get((suit, height + 1)) for suit, height in enumerate(s.heights))
        return sorted((c for c in ups if c is not None), key=lambda c: (self.ranks[c], c >> 4))

    def below(self, card: int) -> Optional[int]:
        """The card on which a card goes up."""
        return self.upwards.get((card >> 4, self.ranks[card] - 1))

    def settle(self, s: State) -> State:
        while True:
            s, _ = self.close(s)
            look = Look(self, s)
            ups = (self.step(s, "up", c, look) for c in self.next_cards(s) if self.returnable(look, c))
            after = next((up for up in ups if up), None)
            if after is None:
                break
            s = after
        if not s.at_hand and s.redeals < 0 and (s.turned % self.draw == 0 or s.turned == len(s.talon)):
            s = s._replace(turned=0)
        return s

    def freed(self, s: State) -> State:
        """The state after the step free."""
        return self.settle(s)._replace(turned=0, redeals=-1, at_hand=True)

    def won(self, s: State) -> bool: return all(h == self.kings for h in s.heights)

    def edges(self, first: State) -> Iterator[State]:
        """The states to which the edges of a settled state's class lead."""
        members = [first]
        for s in members:
            if self.won(s) or len(members) > MOST_MEMBERS:
                raise Refused("a class is won or too large")
            look = Look(self, s)
            tops = [c for at in enumerate(s.heights) if (c := self.upwards.get(at)) and not self.safe(s, c)]
            for verb, card in [("up", c) for c in self.next_cards(s) if self.returnable(look, c)] + [("down", c) for c in tops]:
                if after := self.step(s, verb, card, look):
                    closed, returns = self.close(after)
                    if not returns:
                        yield self.settle(closed)
                    elif closed not in members:
                        members.append(closed)
        for s in members:
            yield from map(self.settle, self.ways_out(s, Look(self, s)))

    def ways_out(self, s: State, look: Look) -> Iterator[State]:
        """The states after the steps from a member that can't be undone, not settled."""
        for card in self.deck:
            verbs = ["reveal"]
            if not self.returnable(look, card):
                verbs.append("up")
            if card in s.talon:
                verbs = ["play"] if s.at_hand else ["play", "lay"]
            yield from filter(None, (self.step(s, verb, card, look) for verb in verbs))
        if s.at_hand:
            yield from (after for card in s.talon if look.has_room(card) for after in self.chains(s, look, s, card))

    def chains(self, member: State, look: Look, s: State, card: int) -> Iterator[State]:
        """The states after chains that go on with this card, and their uses."""
        group = self.group(card)
        if look.is_open(group):
            return
        after = self.step(s, "lay", card, Look(self, s))
        if after is None:
            return
        laid = Look(self, after)
        guests = [c for c in self.deck if self.group(c) == (group[0] - 1, self.partner(group[1]))]
        uses = [("up", c) for c in self.deck if self.group(c) == group and c in look.visible]
        uses += [("reveal", c) for c in guests if c in look.visible]
        uses += [("down", c) for c in guests if not self.safe(member, c)]
        yield from filter(None, (self.step(after, verb, c, laid) for verb, c in uses))
        for guest in guests:
            if guest in member.talon:
                yield from self.chains(member, look, after, guest)


def check_lines(table_game, line: Callable[[], str], read_card: Callable, bound: int, at: list) -> int:
    """Checks the lines after the third one, and returns the number of states."""
    game = Anywhere(table_game)
    path: list[tuple[State, int]] = []  # the states that can be taken back, and their lines
    lost: set[State] = set()

    def is_known(s: State) -> bool:
        return s in lost or not s.at_hand and game.settle(game.freed(s)) in lost

    def take_back() -> None:
        s, at_line = path.pop()
        if s in lost:
            raise Refused(f"the state of line {at_line} is listed twice")
        if not is_known(s):
            for n, after in enumerate(game.edges(s)):
                if n >= MOST_EDGES or not is_known(after):
                    raise Refused(f"an edge from the state of line {at_line} leads to one that is not known to be lost")
        lost.add(s)

    states = 0
    while True:
        back, *words = line().split(" ")
        if back == "end":
            break
        back = number(back)
        if back >= max(1, len(path)):
            raise Refused(f"{back} states can't be taken back")
        for _ in range(back):
            take_back()
        if states == bound:
            raise Refused(f"more than {bound} states")
        if states == 0 and words:
            raise Refused("the first state has no steps")
        s = follow(game, path[-1][0], words, read_card) if path else game.first
        path.append((s, at[0]))
        states += 1
    while path:
        take_back()
    if len(words) != 1 or states == 0 or number(words[0]) != states:
        raise Refused(f"{states} states are listed, not {' '.join(words)}")
    return states


def follow(game: Anywhere, s: State, words: list, read_card: Callable) -> State:
    """The state to which the steps of a line lead."""
    words = words[::-1]
    while words:
        verb = words.pop()
        if verb == "free":
            after = game.freed(s) if not s.at_hand else None
        else:
            card = read_card(words.pop() if words else "")
            after = game.step(s, verb, card, Look(game, s)) if card in game.deck else None
        if after is None:
            raise Refused(f"the step {verb} is not possible")
        s, _ = game.close(after)
    return game.settle(s)
