#!/usr/bin/env python3
"""Checks proofs that deals of patience can't be won. It needs Python 3.11 and nothing else.

    python3 check.py [--states N] FILE...        (- is standard input)

For each file it prints "ID can't be won: proven, N states", or "refused: line N: why" and exits 1.

It was written from the documents, proofs.md, proof-lemmas.md, rules.md, playing.md and positions.md,
by somebody who had not read the checker in Go. To trust a proof, read this file beside them. It has
four parts: the table and the rules (Game), the moves (Game.moves), the lemmas (Game.ways, Game.safe,
Game.stuck, Game.key), and the file (check).

A card is a byte: its suit (0 to 3 for C, H, S, D) times 16, plus its rank (1 to 13); in a column,
plus 128 if it lies face down. 0 is an empty place. Tables are never changed; a move makes a new one.
"""

import argparse
import gzip
import hashlib
import json
import sys
import zlib
from collections import Counter
from typing import Iterator, NamedTuple

RANKS, SUITS, DOWN = "A23456789TJQK", "CHSD", 128


class Refused(Exception):
    """The file proves nothing, or this checker does not understand it."""


class Table(NamedTuple):
    columns: tuple[bytes, ...]  # each from the deepest card to the top
    cells: bytes
    reserve: bytes  # from the bottom to the top, or the places
    stock: bytes  # the last card is the next one
    waste: bytes  # the last card is the top
    redeals: int  # left; -1 is no limit
    heights: bytes  # cards on each foundation, in the order of Game.places
    hole: int  # the top card
    grid: tuple[bytes, ...]  # the rows that cover each other, or those of Gaps
    piles: bytes  # the top cards of an accordion


# The fields of a rules document: their words or kind, the default first or alone. The type of the
# default is that of the field; None stands for a field that is read where it is used.
POLICIES = ("any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit")
FIELDS = {
    "tableau piles": {
        "count": 8,
        "build policy": POLICIES,
        "build direction": ("down", "up-or-down"),
        "spaces policy": ("any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste",
                          "auto-waste-then-stock"),
        "diagonal deal": False,
        "move built group": ("no", "yes", "whole-pile", "maximal-group", "partial-if-card-above-buildable", "any"),
        "move built group policy": ("same-as-build", *POLICIES),
        "face up cards": ("all", "top"),
        "group target": ("build", "group"),
        "pile sizes": None,
        "face down cards": None,
        "kings to the bottom": False,
        "redeal packets": 0,
        "redeals": None,
        "spaces freeze": False,
    },
    "foundations": {
        "present": True,
        "initial cards": ("none", "one", "all", "three"),
        "base card": None,
        "removable": False,
        "only complete pile moves": False,
    },
    "hole": {"present": False, "base card": None, "build loops": True, "nothing on kings": False},
    "cells": {"count": 0, "pre-filled": 0},
    "stock": {
        "size": 0,
        "deal type": ("waste", "tableau piles", "hole", "spaces", "redeal"),
        "deal count": 1,
        "redeal": False,
        "redeals": None,
        "deal onto spaces": True,
    },
    "reserve": {"size": 0, "stacked": False},
    "accordion": {"size": 0, "moves": None, "build policies": None},
    "sequences": {
        "count": 0,
        "direction": ("L", "R", "LR"),
        "build policy": ("same-suit", "red-black", "any-suit"),
        "fixed suit": False,
    },
    "rows": {
        "shape": ("none", "pyramid", "tripeaks", "lists"),
        "count": 7,
        "covered by": None,
        "pair sum": 0,
        "stock in play": False,
        "build on waste": False,
        "build loops": True,
        "goal": ("rows", "all"),
    },
    "discard": {"policy": ("none", "pair-sum", "pair-rank", "lower-in-suit"), "sum": 13, "row": 0},
}
DECK = {"max rank": 13, "two decks": False, "suits": 4}


def object_of(value, what: str, known) -> dict:
    """Returns a JSON object if all its fields are known."""
    if not isinstance(value, dict):
        raise Refused(f"{what} is not an object")
    for field in value:
        if field not in known:
            raise Refused(f'this checker does not know "{field}" in {what}')
    return value


def fields_of(document: dict, what: str, known: dict) -> dict:
    """Returns all fields of a section, by their defaults where they are left out."""
    fields = {}
    for name, kind in known.items():
        default = kind[0] if isinstance(kind, tuple) else kind
        value = fields[name] = document.get(name, default)
        if isinstance(kind, tuple) and value not in kind:
            raise Refused(f'this checker does not know {json.dumps(value)} for "{name}" in {what}')
        if kind is not None and type(value) is not type(default) or type(value) is int and not 0 <= value <= 104:
            raise Refused(f'{json.dumps(value)} is no value for "{name}" in {what}')
    return fields


def rank_of(card: int) -> int:
    return card & 15


def suit_of(card: int) -> int:
    return card >> 4 & 3


def red(card: int) -> int:
    return card >> 4 & 1


def name_of(card: int) -> str:
    return RANKS[rank_of(card) - 1] + SUITS[suit_of(card)]


def read_card(text, may_lie_down=False, may_be_empty=False) -> int:
    """Reads a card as problems in canonical form have it; lower case is face down."""
    if may_be_empty and text == "":
        return 0
    if isinstance(text, str) and len(text) == 2 and text[0] in RANKS and text[1].upper() in SUITS:
        card = SUITS.index(text[1].upper()) << 4 | RANKS.index(text[0]) + 1
        if text[1].isupper():
            return card
        if may_lie_down:
            return card | DOWN
    raise Refused(f"{json.dumps(text)} is no card here")


def read_cards(value, **may) -> bytes:
    if not isinstance(value, list):
        raise Refused(f"{json.dumps(value)} is no list of cards")
    return bytes(read_card(text, **may) for text in value)


def without(pile: bytes, place: int) -> bytes:
    """Returns cells or places of a reserve with one of them empty."""
    return pile[:place] + b"\0" + pile[place + 1:]


def put(columns: tuple, changes: dict) -> tuple:
    """Returns columns with some of them changed. A face-down card that is uncovered turns up."""
    result = list(columns)
    for i, column in changes.items():
        if column and column[-1] & DOWN:
            column = column[:-1] + bytes([column[-1] ^ DOWN])
        result[i] = column
    return tuple(result)


class Game:
    """The rules of a game, and its first table."""

    def __init__(self, problem: dict):
        object_of(problem, "the problem", ("rules", "position"))
        rules = object_of(problem.get("rules"), "the rules", (*FIELDS, *DECK))
        for section, known in FIELDS.items():
            object_of(rules.get(section, {}), f'"{section}" of the rules', known)
        self.deck_rules = fields_of(rules, "the rules", DECK)
        (self.tableau, self.foundations, self.holes, self.cell_rules, self.stock, self.reserve, self.accordion,
         self.sequences, self.rows, self.discard) = (
            fields_of(rules.get(section, {}), f'"{section}" of the rules', known) for section, known in FIELDS.items())
        goals = {"foundations": self.foundations["present"], "hole": self.holes["present"],
                 "accordion": self.accordion["size"] > 0, "sequences": self.sequences["count"] > 0,
                 "rows": self.rows["shape"] != "none", "discard": self.discard["policy"] != "none"}
        if sum(goals.values()) != 1:
            raise Refused("rules have one goal")
        self.goal = next(name for name, present in goals.items() if present)
        self.read_deck()
        self.read_tableau()
        self.read_turns()
        self.first = self.read_position(problem.get("position"))
        self.read_lemmas()

    # ---- the rules ----

    def read_deck(self) -> None:
        self.max_rank, suits = self.deck_rules["max rank"], self.deck_rules["suits"]
        if not 1 <= self.max_rank <= 13 or suits not in (1, 2, 4):
            raise Refused("this checker does not know such a deck")
        self.packs = 2 if self.deck_rules["two decks"] else 1
        # With two suits clubs are spades and diamonds are hearts, with one all cards are spades.
        read_as = {4: (0, 1, 2, 3), 2: (2, 1, 2, 1), 1: (2, 2, 2, 2)}[suits]
        self.deck = Counter()
        for suit in read_as:
            for rank in range(1, self.max_rank + 1):
                self.deck[suit << 4 | rank] += self.packs
        # The foundations: the suit of each, and its name as a place.
        self.places = []
        for suit in sorted(set(read_as)):
            many = read_as.count(suit) * self.packs
            self.places += [(suit, f"foundation/{SUITS[suit]}" + (f"/{i}" if many > 1 else ""))
                            for i in range(1, many + 1)]
        if self.goal != "foundations":
            self.places = []
        self.one_pack = suits == 4 and self.packs == 1

    def read_tableau(self) -> None:
        t = self.tableau
        self.count, self.spaces = t["count"], t["spaces policy"]
        self.direction = t["build direction"]
        self.build = t["build policy"]
        self.groups = t["move built group"].replace("partial-if-card-above-buildable", "yes")
        self.group = self.build if t["move built group policy"] == "same-as-build" else t["move built group policy"]
        self.faces = t["face up cards"] == "top" or any(t["face down cards"] or ())

    def read_turns(self) -> None:
        s, t = self.stock, self.tableau
        self.to = s["deal type"] if s["size"] > 0 else None
        # Redeals: those of the waste, or of the columns. -1 is no limit.
        limit = s["redeals"] if s["redeals"] is not None else (-1 if s["redeal"] else 0)
        self.packets = t["redeal packets"]
        if self.packets:
            limit = -1 if t["redeals"] is None else t["redeals"]
        if type(limit) is not int or limit < -1 or s["redeals"] == -1 or t["redeals"] == -1:
            raise Refused("redeals are a number")
        self.redeals = limit

    def relative(self, card: int) -> int:
        """The rank counted from the base of the foundations: 0 for the base."""
        return (rank_of(card) - self.base) % self.max_rank

    def suits_fit(self, policy: str, a: int, b: int) -> bool:
        same, colour = suit_of(a) == suit_of(b), red(a) == red(b)
        return {"any-suit": True, "red-black": not colour, "same-suit": same, "no-build": False,
                "same-colour": colour, "other-suit": not same}[policy]

    def lies_on(self, policy: str) -> frozenset:
        """All pairs of cards (a, b), of which a may lie on b by a policy."""
        def fits(a, b):
            step = self.relative(b) - self.relative(a)
            return (step == 1 or step == -1 and self.direction == "up-or-down") and self.suits_fit(policy, a, b)
        return frozenset((a, b) for a in self.deck for b in self.deck if fits(a, b))

    def is_king(self, card: int) -> bool:
        return self.relative(card) == self.max_rank - 1

    # ---- the position ----

    def read_position(self, value) -> Table:
        known = {"tableau piles", "foundations", "base", "cells", "reserve", "stock", "waste", "redeals left", "hole",
                 "sequences", "accordion", "rows"}
        p = object_of(value, "the position", known)
        columns = tuple(read_cards(c, may_lie_down=self.faces) for c in p.get("tableau piles", []))
        if len(columns) != self.count:
            raise Refused(f"{len(columns)} columns, where the rules have {self.count}")
        for column in columns:
            if column and column[-1] & DOWN or any(a < DOWN <= b for a, b in zip(column, column[1:])):
                raise Refused("a face-down card lies on a face-up one, or on top")
        cells = read_cards(p.get("cells", [""] * self.cell_rules["count"]), may_be_empty=True)
        if len(cells) != self.cell_rules["count"]:
            raise Refused("the number of cells is not that of the rules")
        reserve = read_cards(p.get("reserve", []), may_be_empty=True)
        if self.reserve["stacked"]:
            reserve = reserve.replace(b"\0", b"")
        if len(reserve) > self.reserve["size"]:
            raise Refused("more cards in the reserve than the rules have")
        stock, waste = read_cards(p.get("stock", [])), read_cards(p.get("waste", []))
        if (stock or waste) and not self.to or waste and self.to != "waste":
            raise Refused("the rules have no such stock or waste")
        redeals = p.get("redeals left", self.redeals)
        if type(redeals) is not int or redeals != self.redeals and not 0 <= redeals < self.redeals:
            raise Refused(f'"redeals left" can\'t be {json.dumps(redeals)}')
        if "redeals left" not in p and redeals > 0 and not self.packets and len(stock) < self.stock["size"]:
            raise Refused('"redeals left" is missing')
        heights = self.read_foundations(p, columns)
        hole = 0
        if self.goal == "hole":
            hole = read_card(p.get("hole", self.holes["base card"] or "AS"))
        grid = tuple(read_cards(row, may_be_empty=True) for row in p.get("rows", p.get("sequences", [])))
        if self.goal == "sequences":  # an ace is a gap
            grid = tuple(bytes(0 if rank_of(c) == 1 else c for c in row) for row in grid)
            if [len(row) for row in grid] != [self.deck.total() // self.sequences["count"]] * len(grid) or \
                    len(grid) != self.sequences["count"]:
                raise Refused("the sequences are not those of the rules")
        elif self.goal == "rows":
            self.read_shape()
            if [len(row) for row in grid] != [len(row) for row in self.covers]:
                raise Refused("the rows are not those of the rules")
            if any(grid[r][k] and not grid[i][j] for i, row in enumerate(self.covers)
                   for j, by in enumerate(row) for r, k in by):
                raise Refused("a card covers an empty place")
        elif grid:
            raise Refused("the rules have no such rows")
        piles = read_cards(p.get("accordion", []))
        table = Table(columns, cells, reserve, stock, waste, redeals, heights, hole, grid, piles)
        self.count_cards(table)
        return table

    def read_foundations(self, p: dict, columns: tuple) -> bytes:
        """Reads the base and the foundations."""
        stated = p.get("foundations", [])
        lists = stated if stated and isinstance(stated[0], list) else None
        first = next((c for c in (l[:1] for l in lists) if c), []) if lists else stated[:1]
        text = self.foundations["base card"]
        if self.goal != "foundations":
            text = "A"
        elif text == "random":
            text = p.get("base", RANKS[rank_of(read_card(first[0])) - 1] if first else
                         RANKS[rank_of(columns[0][0]) - 1] if self.foundations["initial cards"] == "three" else None)
        text = {None: "A", "10": "T"}.get(text, text) if text != "random" else None
        if text not in RANKS or len(text) != 1 or RANKS.index(text) >= self.max_rank:
            raise Refused(f"this checker does not know the base {json.dumps(text)}")
        self.base = RANKS.index(text) + 1
        heights = [0] * len(self.places)
        if lists is None:  # one list of all cards, in an order in which they can be placed
            if stated and not self.one_pack:
                raise Refused("foundations need a list for each")
            for card in read_cards(stated):
                at = next((i for i, (suit, _) in enumerate(self.places) if suit == suit_of(card)), None)
                if at is None or self.relative(card) != heights[at]:
                    raise Refused(f"{name_of(card)} is out of order on the foundations")
                heights[at] += 1
            return self.whole_or_nothing(heights)
        used = set()
        for n, pile in enumerate(map(read_cards, lists)):
            if not pile:
                continue
            at = n if len(lists) == len(self.places) and self.places[n][0] == suit_of(pile[0]) else next(
                (i for i, (suit, _) in enumerate(self.places) if suit == suit_of(pile[0]) and i not in used), None)
            if at is None or at in used or any(self.relative(c) != i or suit_of(c) != self.places[at][0]
                                               for i, c in enumerate(pile)):
                raise Refused("a foundation is out of order")
            used.add(at)
            heights[at] = len(pile)
        return self.whole_or_nothing(heights)

    def whole_or_nothing(self, heights: list) -> bytes:
        if self.foundations["only complete pile moves"] and any(h not in (0, self.max_rank) for h in heights):
            raise Refused("a foundation has a part of a suit")
        return bytes(heights)

    def read_shape(self) -> None:
        """Finds which places of the rows are covered by which, as (row, place) counted from 0."""
        shape = self.rows["shape"]
        if shape == "pyramid":
            n = self.rows["count"]
            self.covers = [[[(r + 1, k), (r + 1, k + 1)] if r + 1 < n else [] for k in range(r + 1)] for r in range(n)]
        elif shape == "tripeaks":
            self.covers = [[[(1, 2 * k), (1, 2 * k + 1)] for k in range(3)],
                           [[(2, 3 * (k // 2) + k % 2), (2, 3 * (k // 2) + k % 2 + 1)] for k in range(6)],
                           [[(3, k), (3, k + 1)] for k in range(9)],
                           [[] for _ in range(10)]]
        else:
            self.covers = [[[tuple(int(n) - 1 for n in place.split("/")) for place in by] for by in row]
                           for row in self.rows["covered by"]]

    def count_cards(self, table: Table) -> None:
        """Every card is accounted for. In games other than with foundations cards may have left."""
        cards = Counter(c & 127 for pile in (*table.columns, table.cells, table.reserve, table.stock, table.waste,
                                             *table.grid, table.piles, bytes([table.hole])) for c in pile if c)
        for (suit, _), height in zip(self.places, table.heights):
            cards.update(suit << 4 | (self.base - 1 + i) % self.max_rank + 1 for i in range(height))
        if self.goal == "sequences":
            cards.update(c for c in self.deck.elements() if rank_of(c) == 1)
        if cards - self.deck:
            raise Refused(f"{name_of(next(iter(cards - self.deck)))} occurs too often")
        if cards != self.deck and self.goal in ("foundations", "sequences"):
            raise Refused(f"{name_of(next(iter(self.deck - cards)))} is missing")

    def won(self, t: Table) -> bool:
        if self.goal == "foundations":
            return all(h == self.max_rank for h in t.heights)
        if self.goal == "hole":
            return not any(t.columns) and not any(t.cells) and not any(t.reserve) and not t.stock and not t.waste
        if self.goal == "accordion":
            return len(t.piles) == 1
        if self.goal == "sequences":
            return all(map(self.in_sequence, t.grid))
        if self.goal == "rows":
            return not any(map(any, t.grid)) and (self.rows["goal"] == "rows" or not t.stock and not t.waste)
        if self.discard["policy"] == "lower-in-suit":
            return not t.stock and all(rank_of(c) == 1 for column in t.columns for c in column)
        return not t.stock and not any(t.columns)

    def in_sequence(self, row: bytes) -> bool:
        ends = {"L": [-1], "R": [0], "LR": [0, -1]}[self.sequences["direction"]]
        cards = row.replace(b"\0", b"")
        return (any(row[end] == 0 for end in ends) and [rank_of(c) for c in cards] == list(range(2, self.max_rank + 1))
                and all(self.suits_fit(self.sequences["build policy"], a, b) for a, b in zip(cards, cards[1:])))

    # ---- the moves ----

    def moves(self, t: Table) -> Iterator[tuple[str, Table]]:
        """All legal moves: their words, and the tables after them."""
        if self.goal == "accordion":
            yield from self.accordion_moves(t)
        elif self.goal == "sequences":
            yield from self.sequence_moves(t)
        elif self.goal == "rows":
            yield from self.row_moves(t)
            yield from self.turns(t)
        else:
            forced = self.fillings(t)
            if forced is not None:
                yield from forced
                return
            if self.goal == "discard":
                yield from self.discards(t)
            yield from self.group_moves(t)
            yield from self.single_moves(t)
            yield from self.deals(t)
            yield from self.turns(t)

    def fillings(self, t: Table):
        """The moves that fill spaces before anything else is done, or None."""
        spaces = [i for i, column in enumerate(t.columns) if not column]
        if not spaces:
            return None
        if self.spaces.startswith("auto-reserve") and any(t.reserve):
            sources = list(self.from_reserve(t))
        elif self.spaces == "auto-waste-then-stock" and t.waste:
            sources = [("waste", t.waste[-1], t._replace(waste=t.waste[:-1]))]
        elif (self.spaces == "auto-waste-then-stock" or self.to == "spaces") and t.stock:
            sources = [("stock", t.stock[-1], t._replace(stock=t.stock[:-1]))]
        else:
            return None
        return ((f"{name} tableau/{i + 1}", rest._replace(columns=put(rest.columns, {i: bytes([card])})))
                for name, card, rest in sources for i in spaces)

    def from_reserve(self, t: Table):
        if self.reserve["stacked"]:
            if t.reserve:
                yield "reserve", t.reserve[-1], t._replace(reserve=t.reserve[:-1])
            return
        for i, card in enumerate(t.reserve):
            if card:
                yield f"reserve/{i + 1}", card, t._replace(reserve=without(t.reserve, i))

    def playable(self, t: Table):
        """The single cards that can be played: the place, the card, and the table without it."""
        for i, column in enumerate(t.columns):
            if column:
                yield f"tableau/{i + 1}", column[-1], t._replace(columns=put(t.columns, {i: column[:-1]}))
        for i, card in enumerate(t.cells):
            if card:
                yield f"cell/{i + 1}", card, t._replace(cells=without(t.cells, i))
        yield from self.from_reserve(t)
        if t.waste:
            yield "waste", t.waste[-1], t._replace(waste=t.waste[:-1])
        if self.foundations["removable"]:
            for i, (suit, name) in enumerate(self.places):
                if t.heights[i]:
                    card = suit << 4 | (self.base - 2 + t.heights[i]) % self.max_rank + 1
                    yield name, card, t._replace(heights=self.higher(t.heights, i, -1))

    @staticmethod
    def higher(heights: bytes, i: int, by: int) -> bytes:
        return heights[:i] + bytes([heights[i] + by]) + heights[i + 1:]

    def single_moves(self, t: Table):
        """Single cards, but for those that move between columns."""
        frozen = self.tableau["spaces freeze"] and not all(t.columns) and not any(t.reserve)
        for place, card, rest in self.playable(t):
            column, up = place.startswith("tableau"), place.startswith("foundation")
            if not column and (not frozen or place == "waste"):
                for i, target in enumerate(t.columns):
                    if (card, target[-1]) in self.built if target else self.space_takes(card, place):
                        yield f"{place} tableau/{i + 1}", rest._replace(
                            columns=put(rest.columns, {i: target + bytes([card])}))
            if not place.startswith("cell"):
                for i, other in enumerate(t.cells):
                    if not other:
                        yield f"{place} cell/{i + 1}", rest._replace(cells=t.cells[:i] + bytes([card]) + t.cells[i + 1:])
            if self.goal == "foundations" and not up and not self.foundations["only complete pile moves"]:
                for i, (suit, name) in enumerate(self.places):
                    if suit == suit_of(card) and t.heights[i] == self.relative(card):
                        yield f"{place} {name}", rest._replace(heights=self.higher(t.heights, i, 1))
            if self.goal == "hole" and self.hole_takes(card, t.hole):
                yield f"{place} hole", rest._replace(hole=card)
        if self.to == "hole" and t.stock:
            yield "stock hole", t._replace(stock=t.stock[:-1], hole=t.stock[-1])

    def neighbours(self, a: int, b: int, loops: bool) -> bool:
        step = abs(rank_of(a) - rank_of(b))
        return step == 1 or loops and self.max_rank > 1 and step == self.max_rank - 1

    def hole_takes(self, card: int, top: int) -> bool:
        if self.holes["nothing on kings"] and rank_of(top) == self.max_rank:
            return False
        return self.neighbours(card, top, self.holes["build loops"])

    def space_takes(self, card: int, place: str) -> bool:
        """Reports whether a space takes a card of a place, when nothing has to fill it."""
        if self.build == "no-build" and self.goal != "discard":
            return False
        if self.spaces == "auto-reserve-then-waste":
            return place == "waste"
        return self.spaces != "no-build" and (self.spaces != "kings" or self.is_king(card))

    def group_size(self, column: bytes) -> int:
        """The number of cards of the group at the end of a column."""
        n = 1
        while n < len(column) and column[-n - 1] < DOWN and (column[-n], column[-n - 1]) in self.grouped:
            n += 1
        return n

    def sizes(self, column: bytes):
        """How many cards may move from a column to another one together."""
        if self.groups == "no":
            return (1,)
        if self.groups == "any":
            return range(1, 1 + sum(c < DOWN for c in column))
        n = self.group_size(column)
        if self.groups == "yes":
            return range(1, n + 1)
        return (n,) if self.groups == "maximal-group" or n == len(column) else ()

    def group_moves(self, t: Table):
        """Moves from column to column, and of complete runs to foundations."""
        frozen = self.tableau["spaces freeze"] and not all(t.columns) and not any(t.reserve)
        for i, column in enumerate(t.columns):
            if not column:
                continue
            if self.foundations["only complete pile moves"]:
                yield from self.complete_run(t, i, column)
            for n in () if frozen else self.sizes(column):
                head = column[-n]
                fits = self.grouped if n > 1 and self.tableau["group target"] == "group" else self.built
                words = f" {n}" if n > 1 else ""
                for j, target in enumerate(t.columns):
                    if i != j and ((head, target[-1]) in fits if target else self.space_takes(head, "tableau")):
                        yield (f"tableau/{i + 1} tableau/{j + 1}{words}",
                               t._replace(columns=put(t.columns, {i: column[:-n], j: target + column[-n:]})))

    def complete_run(self, t: Table, i: int, column: bytes):
        n = self.max_rank
        if [c - column[-1] for c in column[-n:]] == list(range(n - 1, -1, -1)) and rank_of(column[-1]) == 1 \
                and column[-n] < DOWN:
            words = f" {n}" if n > 1 else ""
            for k, (suit, name) in enumerate(self.places):
                if suit == suit_of(column[-1]) and t.heights[k] == 0:
                    yield (f"tableau/{i + 1} {name}{words}", t._replace(
                        columns=put(t.columns, {i: column[:-n]}), heights=self.higher(t.heights, k, n)))

    def deals(self, t: Table):
        """Cards of the stock onto the columns, and redeals of the columns."""
        if self.to == "tableau piles" and t.stock and (self.stock["deal onto spaces"] or all(t.columns)):
            new = t.stock[:-1 - self.count:-1]
            yield "deal", t._replace(stock=t.stock[:-len(new)], columns=put(t.columns, {
                i: t.columns[i] + new[i:i + 1] for i in range(len(new))}))
        if self.packets and t.redeals and (any(t.columns) or self.to == "redeal" and t.stock):
            cards, stock = b"".join(t.columns), t.stock
            if self.to == "redeal":
                room = max(0, self.packets * self.count - len(cards))
                cards, stock = cards + stock[::-1][:room], stock[:max(0, len(stock) - room)]
            columns = tuple(cards[i * self.packets:(i + 1) * self.packets] for i in range(self.count))
            if len(cards) > self.packets * self.count:
                raise Refused("the packets are too small")
            yield "redeal", t._replace(columns=columns, stock=stock, redeals=max(-1, t.redeals - 1))

    def turns(self, t: Table):
        """Cards of the stock to the waste, or the waste turned over."""
        if self.to != "waste":
            return
        if t.stock:
            n = min(self.stock["deal count"], len(t.stock))
            yield "draw", t._replace(stock=t.stock[:-n], waste=t.waste + t.stock[:-n - 1:-1])
        elif t.waste and t.redeals:
            yield "redeal", t._replace(stock=t.waste[::-1], waste=b"", redeals=max(-1, t.redeals - 1))

    def row_moves(self, t: Table):
        """Pairs that are removed, and cards that go to the waste."""
        cards = [(f"row/{r + 1}/{k + 1}", c) for r, row in enumerate(t.grid) for k, c in enumerate(row)
                 if c and not any(t.grid[i][j] for i, j in self.covers[r][k])]
        if self.rows["build on waste"]:
            for place, card in cards:
                if t.waste and self.neighbours(card, t.waste[-1], self.rows["build loops"]):
                    yield f"{place} waste", self.removed(t, place)._replace(waste=t.waste + bytes([card]))
            return
        if t.waste:
            cards.append(("waste", t.waste[-1]))
        if self.rows["stock in play"] and t.stock:
            cards.append(("stock", t.stock[-1]))
        yield from self.pairs(t, cards, lambda a, b: rank_of(a) + rank_of(b) == self.rows["pair sum"],
                              lambda a: rank_of(a) == self.rows["pair sum"])

    def pairs(self, t: Table, cards: list, together, alone):
        for i, (a, card) in enumerate(cards):
            if alone(card):
                yield f"remove {a}", self.removed(t, a)
            for b, other in cards[i + 1:]:
                if together(card, other):
                    yield f"remove {a} {b}", self.removed(t, a, b)

    @staticmethod
    def removed(t: Table, *places: str) -> Table:
        """The table without the cards at some places."""
        for place in places:
            kind, *at = place.split("/")
            at = [int(n) - 1 for n in at]
            if kind == "waste":
                t = t._replace(waste=t.waste[:-1])
            elif kind == "stock":
                t = t._replace(stock=t.stock[:-1])
            elif kind == "tableau":
                t = t._replace(columns=put(t.columns, {at[0]: t.columns[at[0]][:-1]}))
            else:
                t = t._replace(grid=tuple(without(row, at[1]) if r == at[0] else row for r, row in enumerate(t.grid)))
        return t

    def discards(self, t: Table):
        tops = [(f"tableau/{i + 1}", c[-1]) for i, c in enumerate(t.columns) if c]
        policy, row = self.discard["policy"], self.discard["row"]
        if policy == "lower-in-suit":  # the ace is the highest
            for place, card in tops:
                if rank_of(card) != 1 and any(suit_of(c) == suit_of(card) and (rank_of(c) == 1 or c > card)
                                              for _, c in tops):
                    yield f"remove {place}", self.removed(t, place)
            return
        total = self.discard["sum"]
        if policy == "pair-rank":
            found = self.pairs(t, tops, lambda a, b: rank_of(a) == rank_of(b), lambda a: False)
        else:
            found = self.pairs(t, tops, lambda a, b: rank_of(a) + rank_of(b) == total, lambda a: rank_of(a) == total)
        for words, table in found:
            at = [int(word.split("/")[1]) - 1 for word in words.split()[1:]]
            if not row or len(at) == 1 or max(abs(at[0] // row - at[1] // row), abs(at[0] % row - at[1] % row)) == 1:
                yield words, table

    def accordion_moves(self, t: Table):
        for i, card in enumerate(t.piles):
            for move in self.accordion["moves"]:
                j = i + (-1 if move[0] == "L" else 1) * int(move[1:])
                if 0 <= j < len(t.piles) and any(
                        rank_of(card) == rank_of(t.piles[j]) if p == "same-rank" else self.suits_fit(p, card, t.piles[j])
                        for p in self.accordion["build policies"]):
                    piles = bytearray(t.piles)
                    piles[j] = card
                    del piles[i]
                    yield f"accordion/{i + 1} accordion/{j + 1}", t._replace(piles=bytes(piles))

    def sequence_moves(self, t: Table):
        places = [(r, k) for r, row in enumerate(t.grid) for k in range(len(row))]
        for r, k in places:
            if t.grid[r][k]:
                continue
            for i, j in places:
                card = t.grid[i][j]
                if card and self.gap_takes(t.grid[r], r, k, card):
                    rows = [bytearray(row) for row in t.grid]
                    rows[r][k], rows[i][j] = card, 0
                    yield (f"sequence/{i + 1}/{j + 1} sequence/{r + 1}/{k + 1}",
                           t._replace(grid=tuple(map(bytes, rows))))

    def gap_takes(self, row: bytes, r: int, k: int, card: int) -> bool:
        s = self.sequences
        for side, end, rank, step in (("L", 0, 2, -1), ("R", len(row) - 1, self.max_rank, 1)):
            if side not in s["direction"]:
                continue
            if k == end:
                if rank_of(card) == rank and (not s["fixed suit"] or suit_of(card) == r % 4):
                    return True
            elif row[k + step] and rank_of(card) == rank_of(row[k + step]) - step and \
                    self.suits_fit(s["build policy"], card, row[k + step]):
                return True
        return False

    # ---- the lemmas ----

    def read_lemmas(self) -> None:
        """Finds for which lemmas the conditions hold."""
        if self.goal in ("accordion", "sequences"):
            self.built = self.grouped = frozenset()
        else:
            self.built, self.grouped = self.lies_on(self.build), self.lies_on(self.group)
        up = self.goal == "foundations"
        redealt = self.packets > 0 and self.redeals != 0
        self.late_turns = up and self.to == "waste" and self.spaces != "auto-waste-then-stock"
        self.has_safe = (
            up and self.one_pack and not self.foundations["only complete pile moves"] and self.direction == "down"
            and self.build in ("any-suit", "red-black", "same-suit", "no-build")
            and self.spaces in ("any", "kings", "no-build") and not self.tableau["spaces freeze"]
            and (self.groups == "no" or self.groups != "any" and self.group == self.build or self.build == "no-build")
            and not redealt and self.to in (None, "waste"))
        self.has_stuck = up and self.one_pack and self.cell_rules["count"] == 0 and not redealt

    def is_safe(self, t: Table, card: int) -> bool:
        """Reports whether a card is safe on its foundation."""
        if self.build in ("same-suit", "no-build"):
            return True
        rank = self.relative(card) + 1
        for (suit, _), height in zip(self.places, t.heights):
            if suit == suit_of(card):
                continue
            need = rank - 3 if self.build == "red-black" and suit & 1 == red(card) else rank - 2
            if height < need:
                return False
        return True

    def ways(self, t: Table) -> Iterator[Table]:
        """The tables after all ways of a table without a reason."""
        for words, after in self.moves(t):
            if self.late_turns and words in ("draw", "redeal"):
                continue
            if self.has_safe and words.startswith("foundation"):
                place = words.split()[0]
                i = next(i for i, (_, name) in enumerate(self.places) if name == place)
                if self.is_safe(t, self.places[i][0] << 4 | (self.base - 2 + t.heights[i]) % self.max_rank + 1):
                    continue  # the ban
            yield after
        if not self.late_turns or self.fillings(t) is not None:
            return
        seen = set()
        while (len(t.stock), t.redeals) not in seen:
            seen.add((len(t.stock), t.redeals))
            turned = next(self.turns(t), None)
            if turned is None:
                return
            t = turned[1]
            yield from (after for words, after in self.moves(t) if words.startswith("waste "))

    def safe_way(self, t: Table, words: str) -> Table:
        """The table after a safe card has gone up."""
        place, *target = words.split()
        if not self.has_safe or not target or not target[0].startswith("foundation") or \
                place.split("/")[0] not in ("tableau", "cell", "reserve"):
            raise Refused(f'"safe {words}" can\'t be used here')
        for name, after in self.moves(t):
            if name == words:
                card = next(card for p, card, _ in self.playable(t) if p == place)
                if not self.is_safe(t, card):
                    raise Refused(f"{name_of(card)} is not safe")
                return after
        raise Refused(f'"{words}" is not legal')

    def is_stuck(self, t: Table) -> bool:
        """Reports whether a foundation can't become complete, even if nothing ever becomes impossible."""
        if not self.has_stuck:
            return False
        on, under, face_up, columns = {}, {}, set(), {}  # the cards on each card of its pile, the one under it
        stacked = [t.reserve] if self.reserve["stacked"] else []
        for pile in (*t.columns, *stacked):
            cards = [c & 127 for c in pile]
            for i, card in enumerate(cards):
                on[card], under[card] = cards[i + 1:], cards[i - 1] if i else 0
        for column in t.columns:
            columns.update((c & 127, True) for c in column)
            face_up.update(c for c in column if c < DOWN)
        loose = {c for c in (*t.stock, *t.waste, *(() if stacked else t.reserve)) if c}
        if self.foundations["removable"]:
            for (suit, _), height in zip(self.places, t.heights):
                loose.update(suit << 4 | (self.base - 1 + i) % self.max_rank + 1 for i in range(height))
        bare = loose | {c[-1] & 127 for c in (*t.columns, *stacked) if c}
        gone = set(loose)
        dealt = set(t.stock) if self.to != "waste" else set()
        tabled = set(columns) | dealt
        heights = list(t.heights)
        space = not all(t.columns)
        fits = [self.built]
        if self.groups != "no" and self.tableau["group target"] == "group":
            fits.append(self.grouped)
        complete_only = self.foundations["only complete pile moves"]

        def may_move(card):
            if card in bare:
                return True
            if card not in face_up or self.groups == "no":
                return False
            if self.groups == "any":
                return True
            below = card
            for above in on[card]:
                if above in gone:
                    break
                if (above, below) not in self.grouped:
                    return False
                below = above
            return True

        def has_host(card, hosts):
            for host in hosts:
                if host not in bare or host not in tabled or host == under.get(card):
                    continue
                if not any((card, host) in pairs for pairs in fits):
                    continue
                above = on.get(card, [])
                if host in above and not any(c in gone for c in above[:above.index(host) + 1]):
                    continue
                return True
            return False

        def space_takes(card):
            if self.spaces == "auto-reserve-then-waste" or self.build == "no-build" and self.spaces.startswith("auto"):
                return card not in columns
            return self.space_takes(card, "")

        def leave(card):
            """The card is gone: the one under it is bare, or there is a space."""
            nonlocal space
            gone.add(card)
            if under.get(card):
                bare.add(under[card])
            elif card in columns:
                space = True

        while True:
            before = (sum(heights), len(bare), len(gone), len(tabled), space)
            for i, (suit, _) in enumerate(self.places):
                suited = [suit << 4 | r for r in range(1, self.max_rank + 1)]
                if complete_only:
                    if heights[i] == 0 and all(under.get(c) == c + 1 or c in dealt or may_move(c) and has_host(c, (c + 1,))
                                               for c in suited[:-1]):
                        heights[i] = self.max_rank
                        bare.update(suited)
                        for card in suited:
                            leave(card)
                    continue
                while heights[i] < self.max_rank:
                    card = suit << 4 | (self.base - 1 + heights[i]) % self.max_rank + 1
                    if card not in bare:
                        break
                    heights[i] += 1
                    leave(card)
            for card in self.deck:
                if (card not in gone or card not in tabled) and may_move(card) and (
                        has_host(card, self.deck) or space and space_takes(card)):
                    tabled.add(card)
                    leave(card)
            if all(h == self.max_rank for h in heights):
                return False
            if before == (sum(heights), len(bare), len(gone), len(tabled), space):
                return True

    def key(self, t: Table) -> tuple:
        """Tables with the same key are one state."""
        told_apart = (self.to == "tableau piles" and t.stock or self.packets and t.redeals
                      or self.goal == "discard" and self.discard["row"])
        columns = t.columns if told_apart else tuple(sorted(t.columns))
        reserve = t.reserve if self.reserve["stacked"] else bytes(sorted(t.reserve))
        stock, waste = t.stock, t.waste
        if self.rows["build on waste"] and self.redeals == 0:
            waste = bytes([rank_of(waste[-1])]) if waste else b""
        elif self.late_turns and t.redeals < 0:
            turned = len(waste)
            if turned % self.stock["deal count"] == 0 or not stock:
                turned = 0
            stock, waste = waste + stock[::-1], bytes([turned])
        grid = t.grid
        if self.goal == "sequences" and not self.sequences["fixed suit"]:
            grid = tuple(sorted(grid))
        return (columns, bytes(sorted(t.cells)), reserve, stock, waste, t.redeals, rank_of(t.hole), grid, t.piles)

    # ---- a way of the file ----

    def play(self, t: Table, words: str) -> Table:
        """The table after a way of the file, all moves of which must be legal."""
        if words.startswith("turn "):
            _, n, *move = words.split(" ")
            words = " ".join(move)
            for _ in range(number(n)):
                if self.goal != "rows" and self.fillings(t) is not None:
                    raise Refused("the stock can't be turned before a space is filled")
                turned = next(self.turns(t), None)
                if turned is None:
                    raise Refused("the stock can't be turned")
                t = turned[1]
        names = {words}
        if words.startswith("remove "):  # in either order
            names.add(" ".join(["remove", *words.split(" ")[:0:-1]]))
        for name, after in self.moves(t):
            if name in names:
                return after
        raise Refused(f'"{words}" is not legal')


def number(text: str) -> int:
    """Reads a number without a sign, of no more than nine digits."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or text != str(int(text)):
        raise Refused(f'"{text}" is no number')
    return int(text)


def unique(pairs: list) -> dict:
    """A JSON object that does not have a field twice."""
    if len(dict(pairs)) != len(pairs):
        raise Refused("a field occurs twice")
    return dict(pairs)


def check_lines(lines: Iterator[str], bound: int, at: list) -> str:
    """Checks a proof by its lines. at[0] is the number of the line that was read last."""
    def line() -> str:
        at[0] += 1
        text = next(lines, None)
        if text is None or not text.endswith("\n"):
            raise Refused("the file ends too early")
        return text[:-1]

    if line() != "thoughtful proof 1":
        raise Refused("this is no proof, or a version that this checker does not know")
    text = line()
    try:
        game = Game(json.loads(text, object_pairs_hook=unique))
    except (TypeError, KeyError, IndexError, ValueError, AttributeError, RecursionError) as error:
        raise Refused(f"the problem can't be read: {error}") from error
    name = "1-" + hashlib.sha256(text.encode()).hexdigest()[:32]

    way = [game.first]  # the tables from the first one to the present one
    listed, wanted = set(), {}
    while True:
        count, _, words = line().partition(" ")
        if count == "end":
            break
        words, reason, safe = split_reason(words)
        back = number(count)
        if not listed:
            if back != 0 or words:
                raise Refused("the first line has 0 and no way")
        else:
            if back >= len(way):
                raise Refused(f"{back} ways can't be taken back")
            del way[len(way) - back:]
            way.append(game.play(way[-1], words))
        table = way[-1]
        key = game.key(table)
        if game.won(table):
            raise Refused("the state is won")
        if key in listed:
            raise Refused("the state is listed already")
        if len(listed) == bound:
            raise Refused(f"more than {bound} states")
        listed.add(key)
        wanted.pop(key, None)
        if reason == "stuck":
            if not game.is_stuck(table):
                raise Refused("no card is stuck")
        else:
            for after in [game.safe_way(table, safe)] if reason == "safe" else game.ways(table):
                key = game.key(after)
                if key not in listed:
                    wanted.setdefault(key, at[0])
    if not listed or number(words) != len(listed):
        raise Refused(f"{len(listed)} states, not {words}")
    if next(lines, None) is not None:
        raise Refused("something follows the end")
    if wanted:
        raise Refused(f"a state that line {min(wanted.values())} leads to is not listed")
    return f"{name} can't be won: proven, {len(listed)} states"


def split_reason(words: str) -> tuple[str, str, str]:
    """Splits what follows the number into the way, the reason and the safe move."""
    parts = words.split(" ")
    if parts[-1] == "stuck":
        return " ".join(parts[:-1]), "stuck", ""
    if "safe" in parts:
        i = parts.index("safe")
        return " ".join(parts[:i]), "safe", " ".join(parts[i + 1:])
    return words, "", ""


def check(file, bound: int) -> tuple[bool, str]:
    """Checks a proof, and returns whether it holds and what to say."""
    at = [0]
    try:
        with gzip.open(file, "rt", encoding="utf-8", errors="strict", newline="\n") as text:
            return True, check_lines(iter(text), bound, at)
    except (Refused, UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        return False, f"refused: line {at[0]}: {error}"


def main() -> int:
    arguments = argparse.ArgumentParser(description="Check proofs that deals of patience can't be won.")
    arguments.add_argument("--states", type=int, default=10_000_000, metavar="N",
                           help="refuse proofs of more states; each takes about 1,000 bytes of memory")
    arguments.add_argument("file", nargs="+", help="a proof; - for standard input")
    given = arguments.parse_args()
    refused = False
    for name in given.file:
        holds, message = check(sys.stdin.buffer if name == "-" else name, given.states)
        print(message if len(given.file) == 1 else f"{name}: {message}", flush=True)
        refused = refused or not holds
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
