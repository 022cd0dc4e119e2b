"""Tables whose outline is lost. check.py calls it; it is not run by itself.

It uses the words of proof-outlines.md. A card is a byte as in check.py. Outlines are never changed; a
step makes a new one.
"""

from collections import Counter
from typing import Iterator, NamedTuple

from anywhere import Refused

MOST = 1 << 18  # outlines of a file


class Outline(NamedTuple):
    heights: bytes  # of the foundations, by suit
    reserve: frozenset[int]
    locked: tuple[int, ...]  # cards of each column
    heads: tuple[tuple[int, int], ...]  # the groups of the loose heads, in order


class Outlines:
    """The outlines of a problem that check.py has read."""
    def __init__(self, game):
        if not (game.has_safe and game.build in ("any-suit", "red-black") and game.groups == "no" and game.to is None
                and game.cells["count"] == 0 and not game.reserve["stacked"] and game.count <= 18):
            raise Refused("tables of this game have no outlines")
        self.game = game
        self.columns = [bytes(c & 127 for c in column) for column in game.first.columns]
        self.lost: set[Outline] = set()

    def group(self, card: int) -> tuple[int, int]:
        return self.game.relative(card), card >> 4 & 1 if self.game.build == "red-black" else 0

    def near(self, group: tuple[int, int], step: int) -> tuple[int, int]:
        """The group that carries a group (1), or lies on it (-1)."""
        rank, colour = group
        return rank + step, 1 - colour if self.game.build == "red-black" else 0

    def lock(self, o: Outline, i: int, column: bytes) -> Outline:
        """The outline with this column: locked is what lies up to the last card that the one under it does not carry."""
        n = len(column)
        while n > 1 and (column[n - 1], column[n - 2]) in self.game.built:
            n -= 1
        if n == 1:
            o, n = self.begin(o, column[0]), 0
        return o._replace(locked=(*o.locked[:i], n, *o.locked[i + 1:]))

    def begin(self, o: Outline, card: int) -> Outline:
        """The outline in which a loose card begins one more column."""
        return o._replace(heads=tuple(sorted((*o.heads, self.group(card)))))

    def of(self, t) -> Outline:
        """The outline of a table."""
        o = Outline(t.heights, frozenset(c for c in t.reserve if c), (0,) * len(t.columns), ())
        for i, column in enumerate(t.columns):
            o = self.lock(o, i, bytes(c & 127 for c in column))
        return o

    def raised(self, o: Outline, card: int, by: int) -> Outline:
        suit = card >> 4
        return o._replace(heights=o.heights[:suit] + bytes([o.heights[suit] + by]) + o.heights[suit + 1:])

    def steps(self, o: Outline) -> Iterator[Outline]:
        """The outlines to which the steps lead."""
        game = self.game
        ends = {column[n - 1]: i for i, (column, n) in enumerate(zip(self.columns, o.locked)) if n}
        placed = o.reserve.union(*(column[:n] for column, n in zip(self.columns, o.locked)))
        loose = {c for c in game.deck if c not in placed and game.relative(c) >= o.heights[c >> 4]}
        heads, of_group = Counter(o.heads), Counter(map(self.group, loose))
        visible = Counter(map(self.group, loose | ends.keys()))
        spaces = o.locked.count(0) - len(o.heads)
        due = {game.card_up(i, h) for i, h in enumerate(o.heights) if h < game.max_rank}

        def bare(group: tuple[int, int]) -> bool:
            guests = self.near(group, -1)
            return visible[group] > of_group[guests] - heads[guests]

        def without(card: int) -> Iterator[Outline]:
            group = self.group(card)
            if card in o.reserve:
                yield o._replace(reserve=o.reserve - {card})
            elif card in ends:
                yield self.lock(o, ends[card], self.columns[ends[card]][:o.locked[ends[card]] - 1])
            elif card not in loose:
                yield self.raised(o, card, -1)
            else:
                if heads[group]:
                    yield o._replace(heads=tuple(sorted((heads - Counter([group])).elements())))
                if of_group[group] > heads[group]:
                    yield o

        movable = {c for c in loose | ends.keys() if bare(self.group(c))}
        tops = {game.card_up(i, h - 1) for i, h in enumerate(o.heights) if h and game.foundations["removable"]}
        for card in movable | o.reserve | {c for c in tops if not game.is_safe(o, c)}:
            for after in without(card):
                if card in due:
                    yield self.raised(after, card, 1)
                if bare(self.near(self.group(card), 1)):
                    yield after
                if spaces > 0 and game.space_takes(card, ""):
                    yield self.begin(after, card)

    def is_lost(self, t) -> bool:
        """Whether no won outline can be reached from that of a table."""
        todo = [self.of(t)]
        reached = set(todo) - self.lost
        while todo and reached:
            o = todo.pop()
            if all(h == self.game.max_rank for h in o.heights) or len(reached) + len(self.lost) > MOST:
                return False
            for o in self.steps(o):
                if o not in reached and o not in self.lost:
                    reached.add(o)
                    todo.append(o)
        self.lost |= reached
        return True
