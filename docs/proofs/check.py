#!/usr/bin/env python3
"""Checks proofs that deals of patience can't be won. It needs Python 3.11 and nothing else.

    python3 check.py [--states N] FILE...        (- is standard input)

For each file it prints "ID can't be won: proven, N states", or "refused: line N: why" and exits 1.

It was written from docs/inside/proofs.md and proof-*.md, and docs/build/rules.md, playing.md and positions.md alone. Its parts: the rules
and the position (Game), the moves (Game.moves), the lemmas (from Game.read_lemmas on), the file (check_lines), and
stuck.py, outlines.py, anywhere.py and claims.py beside it. The id is that of the problem's line, which is not put in canonical form.

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

sys.dont_write_bytecode = True
import claims
import outlines
import stuck
from anywhere import Refused, check_lines as check_anywhere, number

RANKS, SUITS, DOWN, SUIT, MOST_TURNS = "A23456789TJQK", "CHSD", 128, 48, 208


class Table(NamedTuple):
    columns: tuple[bytes, ...]  # each from the deepest card to the top
    cells: bytes
    reserve: bytes  # from the bottom to the top, or the places
    stock: bytes  # the last card is the next one
    waste: bytes  # the last card is the top
    redeals: int  # left; -1 is no limit
    heights: bytes  # cards on each foundation, in the order of Game.places
    hole: int  # the top card
    rows: tuple[bytes, ...]  # that cover each other


# The fields of a rules document: their words or kind, the default first or alone. The type of the
# default is that of the field; None stands for a field that is read where it is used.
POLICIES = ("any-suit", "red-black", "same-suit", "no-build", "same-colour", "other-suit")
FIELDS = {
    "tableau piles": {
        "count": 8, "build policy": POLICIES, "build direction": ("down", "up-or-down"),
        "spaces policy": ("any", "no-build", "kings", "auto-reserve-then-any", "auto-reserve-then-waste",
                          "auto-waste-then-stock"),
        "spaces freeze": False,
        "move built group": ("no", "yes", "whole-pile", "maximal-group", "partial-if-card-above-buildable", "any"),
        "move built group policy": ("same-as-build", *POLICIES), "group target": ("build", "group"),
        "face up cards": ("all", "top"), "face down cards": None,
        "redeal packets": 0, "redeals": None,
        "diagonal deal": False, "pile sizes": None, "kings to the bottom": False},  # these matter to the deal only
    "foundations": {"present": True, "initial cards": ("none", "one", "all", "three"), "base card": None,
                    "removable": False, "only complete pile moves": False},
    "hole": {"present": False, "base card": None, "build loops": True, "nothing on kings": False},
    "cells": {"count": 0, "pre-filled": 0},
    "stock": {"size": 0, "deal type": ("waste", "tableau piles", "hole", "spaces", "redeal"), "deal count": 1,
              "redeal": False, "redeals": None, "deal onto spaces": True},
    "reserve": {"size": 0, "stacked": False},
    "rows": {"shape": ("none", "pyramid", "tripeaks", "lists"), "count": 7, "covered by": None, "pair sum": 0,
             "stock in play": False, "build on waste": False, "build loops": True, "goal": ("rows", "all")},
    "discard": {"policy": ("none", "pair-sum", "pair-rank", "lower-in-suit"), "sum": 13, "row": 0},
}
DECK = {"max rank": 13, "two decks": False, "suits": 4}


def object_of(value, what: str, known) -> dict:
    """Returns a JSON object if all its fields are known."""
    unknown = [field for field in value if field not in known] if isinstance(value, dict) else ["no object"]
    if unknown:
        raise Refused(f'this checker does not know "{unknown[0]}" in {what}')
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


def rank_of(card: int) -> int: return card & 15
def suit_of(card: int) -> int: return card >> 4 & 3
def red(card: int) -> int: return card >> 4 & 1
def ranks_of(part):
    """A part of a table, but for the suits of its cards."""
    return part if isinstance(part, int) else bytes(c & ~SUIT for c in part) if isinstance(part, bytes) else tuple(map(ranks_of, part))
def name_of(card: int) -> str: return RANKS[rank_of(card) - 1] + SUITS[suit_of(card)]


def read_card(text, may_lie_down=False, may_be_empty=False) -> int:
    """Reads a card as problems in canonical form have it; lower case is face down."""
    if may_be_empty and text == "":
        return 0
    suits = SUITS + SUITS.lower() if may_lie_down else SUITS
    if isinstance(text, str) and len(text) == 2 and text[0] in RANKS and text[1] in suits:
        down = 0 if text[1] in SUITS else DOWN
        return down | SUITS.index(text[1].upper()) << 4 | RANKS.index(text[0]) + 1
    raise Refused(f"{json.dumps(text)} is no card here")


def read_cards(value, **may) -> bytes:
    if not isinstance(value, list):
        raise Refused(f"{json.dumps(value)} is no list of cards")
    return bytes(read_card(text, **may) for text in value)


def without(pile: bytes, place: int) -> bytes:
    """Returns cells or places of a reserve with one of them empty."""
    return pile[:place] + b"\0" + pile[place + 1:]


def higher(heights: bytes, i: int, by: int) -> bytes:
    return heights[:i] + bytes([heights[i] + by]) + heights[i + 1:]


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
        rules = object_of(problem["rules"], "the rules", (*FIELDS, *DECK))
        (self.tableau, self.foundations, self.holes, self.cells, self.stock, self.reserve, self.rows, self.discard) = (
            fields_of(object_of(rules.get(section, {}), f'"{section}" of the rules', known), section, known)
            for section, known in FIELDS.items())
        goals = {"foundations": self.foundations["present"], "hole": self.holes["present"],
                 "rows": self.rows["shape"] != "none", "discard": self.discard["policy"] != "none"}
        if sum(goals.values()) != 1:
            raise Refused("rules have one goal")
        self.goal = next(name for name, present in goals.items() if present)
        self.read_rules(fields_of(rules, "the rules", DECK))
        self.first = self.read_position(problem["position"])
        self.read_lemmas()

    def read_rules(self, deck: dict) -> None:
        self.max_rank, suits, packs = deck["max rank"], deck["suits"], 2 if deck["two decks"] else 1
        if not 1 <= self.max_rank <= 13 or suits not in (1, 2, 4):
            raise Refused("this checker does not know such a deck")
        # With two suits clubs are spades and diamonds are hearts, with one all cards are spades.
        read_as = {4: (0, 1, 2, 3), 2: (2, 1, 2, 1), 1: (2, 2, 2, 2)}[suits]
        self.deck = Counter(suit << 4 | rank for suit in read_as for rank in range(1, self.max_rank + 1)
                            for _ in range(packs))
        self.one_pack = suits == 4 and packs == 1
        # The foundations: the suit of each, and its name as a place.
        self.places = []
        for suit in sorted(set(read_as)) if self.goal == "foundations" else ():
            many = read_as.count(suit) * packs
            self.places += [(suit, f"foundation/{SUITS[suit]}" + (f"/{i}" if many > 1 else ""))
                            for i in range(1, many + 1)]
        s, t = self.stock, self.tableau
        self.count, self.spaces, self.build, self.packets = (
            t["count"], t["spaces policy"], t["build policy"], t["redeal packets"])
        self.groups = t["move built group"].replace("partial-if-card-above-buildable", "yes")
        self.group = self.build if t["move built group policy"] == "same-as-build" else t["move built group policy"]
        self.faces = t["face up cards"] == "top" or any(t["face down cards"] or ())
        self.to = s["deal type"] if s["size"] > 0 else None
        # Redeals: those of the waste, or of the columns. -1 is no limit.
        limit = s["redeals"] if s["redeals"] is not None else -1 if s["redeal"] else 0
        if self.packets:
            limit = -1 if t["redeals"] is None else t["redeals"]
        if type(limit) is not int or -1 in (s["redeals"], t["redeals"]):
            raise Refused("redeals are a number")
        self.redeals = limit
        f, discards, laid = self.foundations, self.goal == "discard", self.spaces.startswith("auto")
        if (self.packets and (self.to not in (None, "redeal") or self.faces or laid)
                or f["only complete pile moves"] and (f["removable"] or f["initial cards"] != "none"
                                                      or f["base card"] not in (None, "A"))
                or self.to == "hole" and self.goal != "hole" or self.to in ("spaces", "redeal") and not discards
                or self.to == "redeal" and not self.packets or s["redeals"] and self.to != "waste"
                or discards and (self.build != "no-build" or laid or self.faces or self.to == "waste"
                                 or self.cells["count"] or self.reserve["size"])
                or self.goal == "rows" and (self.count or self.cells["count"] or self.reserve["size"]
                                            or self.rows["build on waste"] == (self.rows["pair sum"] > 0)
                                            or self.rows["build on waste"] and limit)
                or self.goal == "hole" and self.holes["base card"] not in (None, "random")
                and read_card(self.holes["base card"]) not in self.deck
                or self.tableau["spaces freeze"] and self.spaces != "auto-reserve-then-waste" or s["deal count"] == 0):
            raise Refused("rules.md calls such rules an error")

    def relative(self, card: int) -> int:
        """The rank counted from the base of the foundations: 0 for the base."""
        return (rank_of(card) - self.base) % self.max_rank

    def suits_fit(self, policy: str, a: int, b: int) -> bool:
        same, colour = suit_of(a) == suit_of(b), red(a) == red(b)
        return {"any-suit": True, "red-black": not colour, "same-suit": same, "no-build": False,
                "same-colour": colour, "other-suit": not same}[policy]

    def lies_on(self, policy: str) -> frozenset:
        """All pairs of cards (a, b), of which a may lie on b by a policy."""
        steps = (1, -1) if self.tableau["build direction"] == "up-or-down" else (1,)
        def fits(a, b):
            step = self.relative(b) - self.relative(a)
            return step in steps and self.suits_fit(policy, a, b)
        return frozenset((a, b) for a in self.deck for b in self.deck if fits(a, b))

    def read_position(self, value) -> Table:
        known = ("tableau piles", "foundations", "base", "cells", "reserve", "stock", "waste", "redeals left", "hole",
                 "rows")
        p = object_of(value, "the position", known)
        columns = tuple(read_cards(c, may_lie_down=self.faces) for c in p.get("tableau piles", []))
        if len(columns) != self.count:
            raise Refused(f"{len(columns)} columns, where the rules have {self.count}")
        for column in columns:
            if column and column[-1] & DOWN or any(a < DOWN <= b for a, b in zip(column, column[1:])):
                raise Refused("a face-down card lies on a face-up one, or on top")
        cells = read_cards(p.get("cells", [""] * self.cells["count"]), may_be_empty=True)
        if len(cells) != self.cells["count"]:
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
        hole = read_card(p.get("hole", self.holes["base card"] or "AS")) if self.goal == "hole" else 0
        rows = tuple(read_cards(row, may_be_empty=True) for row in p.get("rows", []))
        self.covers = self.read_shape()
        if [len(row) for row in rows] != [len(row) for row in self.covers]:
            raise Refused("the rows are not those of the rules")
        if any(rows[r][k] and not rows[i][j] for i, row in enumerate(self.covers)
               for j, by in enumerate(row) for r, k in by):
            raise Refused("a card covers an empty place")
        return self.counted(Table(columns, cells, reserve, stock, waste, redeals, heights, hole, rows))

    def read_foundations(self, p: dict, columns: tuple) -> bytes:
        """Reads the base and the heights of the foundations."""
        stated = p.get("foundations", [])
        if not all(isinstance(pile, list) for pile in stated):  # one list, in an order in which they can be placed
            if not self.one_pack:
                raise Refused("foundations need a list for each")
            stated = [[card for card in stated if card[1] == suit] for suit in SUITS]
        piles = [read_cards(pile) for pile in stated]
        base, first = self.foundations["base card"], next((pile[0] for pile in piles if pile), 0)
        if base == "random" and self.goal == "foundations":
            deepest = columns[0][0] if self.foundations["initial cards"] == "three" and columns[0] else 0
            base = p.get("base") or RANKS[rank_of(first or deepest) - 1] if first or deepest or p.get("base") else None
        else:
            base = {None: "A", "10": "T"}.get(base, base) if self.goal == "foundations" else "A"
        if not isinstance(base, str) or len(base) != 1 or base not in RANKS[:self.max_rank]:
            raise Refused(f"this checker does not know the base {json.dumps(base)}")
        self.base = RANKS.index(base) + 1
        heights = {}
        for n, pile in enumerate(piles):
            if pile:  # it keeps its place if there is a list for each, and otherwise is the next one of its suit
                own = [i for i, (suit, _) in enumerate(self.places) if suit == suit_of(pile[0]) and i not in heights]
                at = n if len(piles) == len(self.places) and n in own else own[0] if own else -1
                if at < 0 or any(card != self.card_up(at, height) for height, card in enumerate(pile)):
                    raise Refused("a foundation is out of order")
                if self.foundations["only complete pile moves"] and len(pile) != self.max_rank:
                    raise Refused("a foundation has a part of a suit")
                heights[at] = len(pile)
        return bytes(heights.get(i, 0) for i in range(len(self.places)))

    def card_up(self, i: int, height: int) -> int:
        """The card of foundation i that lies on height others."""
        return self.places[i][0] << 4 | (self.base - 1 + height) % self.max_rank + 1

    def read_shape(self) -> list:
        """By which places each place of the rows is covered, as (row, place) counted from 0."""
        shape, n = self.rows["shape"], self.rows["count"]
        if shape == "pyramid":
            return [[[(r + 1, k), (r + 1, k + 1)] if r + 1 < n else [] for k in range(r + 1)] for r in range(n)]
        if shape == "tripeaks":
            return [[[(1, 2 * k), (1, 2 * k + 1)] for k in range(3)],
                    [[(2, 3 * (k // 2) + k % 2), (2, 3 * (k // 2) + k % 2 + 1)] for k in range(6)],
                    [[(3, k), (3, k + 1)] for k in range(9)], [[]] * 10]
        return [[[tuple(int(n) - 1 for n in place.split("/")) for place in by] for by in row]
                for row in self.rows["covered by"] or ()]

    def counted(self, table: Table) -> Table:
        """Every card is accounted for. In games other than with foundations cards may have left."""
        cards = Counter(c & 127 for pile in (*table.columns, table.cells, table.reserve, table.stock, table.waste,
                                             *table.rows, bytes([table.hole])) for c in pile if c)
        cards.update(self.card_up(i, n) for i, height in enumerate(table.heights) for n in range(height))
        wrong = cards - self.deck or (self.deck - cards if self.goal == "foundations" else {})
        if wrong:
            raise Refused(f"{name_of(next(iter(wrong)))} is missing, or occurs too often")
        return table

    def won(self, t: Table) -> bool:
        if self.goal == "foundations":
            return all(h == self.max_rank for h in t.heights)
        if self.goal == "hole":
            return not any(t.columns) and not any(t.cells) and not any(t.reserve) and not t.stock and not t.waste
        if self.goal == "rows":
            return not any(map(any, t.rows)) and (self.rows["goal"] == "rows" or not t.stock and not t.waste)
        if self.discard["policy"] == "lower-in-suit":
            return not t.stock and all(rank_of(c) == 1 for column in t.columns for c in column)
        return not t.stock and not any(t.columns)

    def moves(self, t: Table) -> Iterator[tuple[str, Table]]:
        """All legal moves: their words, and the tables after them."""
        forced = self.fillings(t)
        if forced is not None:
            yield from forced
            return
        if self.goal == "rows":
            yield from self.row_moves(t)
        if self.goal == "discard":
            yield from self.discards(t)
        yield from self.group_moves(t)
        yield from self.single_moves(t) if self.goal != "rows" else ()
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
        for i, card in enumerate(t.reserve):
            if card and not self.reserve["stacked"]:
                yield f"reserve/{i + 1}", card, t._replace(reserve=without(t.reserve, i))
            elif card and i == len(t.reserve) - 1:
                yield "reserve", card, t._replace(reserve=t.reserve[:-1])

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
            for i, (_, name) in enumerate(self.places):
                if t.heights[i]:
                    yield name, self.card_up(i, t.heights[i] - 1), t._replace(heights=higher(t.heights, i, -1))

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
                        cells = t.cells[:i] + bytes([card]) + t.cells[i + 1:]
                        yield f"{place} cell/{i + 1}", rest._replace(cells=cells)
            if self.goal == "foundations" and not up and not self.foundations["only complete pile moves"]:
                for i, (suit, name) in enumerate(self.places):
                    if suit == suit_of(card) and t.heights[i] == self.relative(card):
                        yield f"{place} {name}", rest._replace(heights=higher(t.heights, i, 1))
            if self.goal == "hole" and self.neighbours(card, t.hole, self.holes["build loops"]) and not (
                    self.holes["nothing on kings"] and rank_of(t.hole) == self.max_rank):
                yield f"{place} hole", rest._replace(hole=card)
        if self.to == "hole" and t.stock:
            yield "stock hole", t._replace(stock=t.stock[:-1], hole=t.stock[-1])

    def neighbours(self, a: int, b: int, loops: bool) -> bool:
        step = abs(rank_of(a) - rank_of(b))
        return step == 1 or loops and step == self.max_rank - 1

    def space_takes(self, card: int, place: str) -> bool:
        """Reports whether a space takes a card of a place, when nothing has to fill it."""
        if self.build == "no-build" and self.goal != "discard":
            return False
        if self.spaces == "auto-reserve-then-waste":
            return place == "waste"
        return self.spaces != "no-build" and (self.spaces != "kings" or self.relative(card) == self.max_rank - 1)

    def sizes(self, column: bytes):
        """How many cards may move from a column to another one together."""
        if self.groups == "no":
            return (1,)
        if self.groups == "any":
            return range(1, 1 + sum(c < DOWN for c in column))
        n = 1  # the group at the end
        while n < len(column) and column[-n - 1] < DOWN and (column[-n], column[-n - 1]) in self.grouped:
            n += 1
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
        n, ace = self.max_rank, column[-1]
        if column[-n:] == bytes(range(ace + n - 1, ace - 1, -1)) and rank_of(ace) == 1:
            for k, (suit, name) in enumerate(self.places):
                if suit == suit_of(ace) and t.heights[k] == 0:
                    yield (f"tableau/{i + 1} {name}" + (f" {n}" if n > 1 else ""), t._replace(
                        columns=put(t.columns, {i: column[:-n]}), heights=higher(t.heights, k, n)))

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
            if len(cards) > self.packets * self.count:
                raise Refused("the packets are too small")
            columns = tuple(cards[i * self.packets:(i + 1) * self.packets] for i in range(self.count))
            yield "redeal", t._replace(columns=columns, stock=stock, redeals=max(-1, t.redeals - 1))

    def turns(self, t: Table):
        """Cards of the stock to the waste, or the waste turned over."""
        if self.to == "waste" and t.stock:
            n = min(self.stock["deal count"], len(t.stock))
            yield "draw", t._replace(stock=t.stock[:-n], waste=t.waste + t.stock[:-n - 1:-1])
        elif self.to == "waste" and t.waste and t.redeals:
            yield "redeal", t._replace(stock=t.waste[::-1], waste=b"", redeals=max(-1, t.redeals - 1))

    def row_moves(self, t: Table):
        """Pairs that are removed, and cards that go to the waste."""
        cards = [(f"row/{r + 1}/{k + 1}", c) for r, row in enumerate(t.rows) for k, c in enumerate(row)
                 if c and not any(t.rows[i][j] for i, j in self.covers[r][k])]
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
            if kind == "row":
                r, k = int(at[0]) - 1, int(at[1]) - 1
                t = t._replace(rows=(*t.rows[:r], without(t.rows[r], k), *t.rows[r + 1:]))
            elif kind == "tableau":
                t = t._replace(columns=put(t.columns, {int(at[0]) - 1: t.columns[int(at[0]) - 1][:-1]}))
            else:
                t = t._replace(**{kind: getattr(t, kind)[:-1]})  # stock or waste
        return t

    def discards(self, t: Table):
        tops = [(f"tableau/{i + 1}", c[-1]) for i, c in enumerate(t.columns) if c]
        policy, row, total = self.discard["policy"], self.discard["row"], self.discard["sum"]
        if policy == "lower-in-suit":  # the ace is the highest
            for place, card in tops:
                if rank_of(card) != 1 and any(suit_of(c) == suit_of(card) and (rank_of(c) == 1 or c > card)
                                              for _, c in tops):
                    yield f"remove {place}", self.removed(t, place)
            return
        pairs = policy == "pair-rank"
        for words, after in self.pairs(
                t, tops, lambda a, b: rank_of(a) == rank_of(b) if pairs else rank_of(a) + rank_of(b) == total,
                lambda a: not pairs and rank_of(a) == total):
            at = [int(word.split("/")[1]) - 1 for word in words.split()[1:]]
            if not row or len(at) == 1 or max(abs(at[0] // row - at[1] // row), abs(at[0] % row - at[1] % row)) == 1:
                yield words, after

    def read_lemmas(self) -> None:
        """Finds for which lemmas the conditions hold."""
        self.built, self.grouped = self.lies_on(self.build), self.lies_on(self.group)
        up = self.goal == "foundations"
        redealt = self.packets > 0 and self.redeals != 0
        self.late_turns = up and self.to == "waste" and self.spaces != "auto-waste-then-stock"
        self.has_safe = (
            up and self.one_pack and not self.foundations["only complete pile moves"]
            and self.tableau["build direction"] == "down"
            and self.build in ("any-suit", "red-black", "same-suit", "no-build")
            and self.spaces in ("any", "kings", "no-build") and not self.tableau["spaces freeze"]
            and (self.groups == "no" or self.groups != "any" and self.group == self.build or self.build == "no-build")
            and not redealt and self.to in (None, "waste"))
        self.only_ranks = (self.discard["policy"].startswith("pair") or self.goal == "rows"
                           or self.goal == "hole" and (self.build == "no-build" or self.build == "any-suit"
                                                       and (self.groups in ("no", "any") or self.group == self.build)))

    def is_safe(self, t: Table, card: int) -> bool:
        """Reports whether a card is safe on its foundation."""
        if self.build in ("same-suit", "no-build"):
            return True
        rank = self.relative(card) + 1
        sister = 3 if self.build == "red-black" else 2  # the other suit of its colour
        return all(suit == suit_of(card) or height >= rank - (sister if suit & 1 == red(card) else 2)
                   for (suit, _), height in zip(self.places, t.heights))

    def ways(self, t: Table) -> Iterator[Table]:
        """The tables after all ways of a table without a reason."""
        for words, after in self.moves(t):
            if self.late_turns and words in ("draw", "redeal"):
                continue
            if self.has_safe and words.startswith("foundation"):
                place = words.split()[0]
                i = next(i for i, (_, name) in enumerate(self.places) if name == place)
                if self.is_safe(t, self.card_up(i, t.heights[i] - 1)):
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
        """The table after a safe card has gone up, or one has been removed alone."""
        place, _, target = words.partition(" ")
        if place == "remove" and " " not in target and self.discard["policy"] == "pair-sum" and not (
                self.packets and t.redeals) and (
                not t.stock or self.to == "tableau piles" and self.stock["deal onto spaces"]):
            return self.play(t, words)
        if not self.has_safe or not target.startswith("foundation/") or \
                place.split("/")[0] not in ("tableau", "cell", "reserve"):
            raise Refused(f'"safe {words}" can\'t be used here')
        after = self.play(t, words)
        card = next(card for p, card, _ in self.playable(t) if p == place)
        if not self.is_safe(t, card):
            raise Refused(f"{name_of(card)} is not safe")
        return after

    def key(self, t: Table) -> tuple:
        """Tables with the same key are one state."""
        told_apart = (self.to == "tableau piles" and t.stock or self.packets and t.redeals
                      or self.goal == "discard" and self.discard["row"])
        if self.only_ranks:
            t = Table(*map(ranks_of, t))
        columns = t.columns if told_apart else tuple(sorted(t.columns))
        reserve = t.reserve if self.reserve["stacked"] else bytes(sorted(t.reserve))
        stock, waste = t.stock, t.waste
        if self.rows["build on waste"] and self.redeals == 0:
            waste = bytes(map(rank_of, waste[-1:]))
        elif self.late_turns and t.redeals < 0:
            turned = len(waste) if stock and len(waste) % self.stock["deal count"] else 0
            stock, waste = waste + stock[::-1], bytes([turned])
        return (columns, bytes(sorted(t.cells)), reserve, stock, waste, t.redeals, rank_of(t.hole), t.rows)

    def play(self, t: Table, words: str) -> Table:
        """The table after a way of the file, all moves of which must be legal."""
        if words.startswith("turn "):
            _, n, words = (words + "  ").split(" ", 2)
            words = words[:-2]
            if number(n) > MOST_TURNS:
                raise Refused(f"more than {MOST_TURNS} turns")
            for _ in range(number(n)):
                turned = next(self.turns(t), None) if self.fillings(t) is None else None
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


def check_lines(lines: Iterator[str], bound: int, at: list) -> str:
    """Checks a proof by its lines. at[0] is the number of the line that was read last."""
    def line() -> str:
        at[0] += 1
        text = next(lines, None)
        if text is None or not text.endswith("\n"):
            raise Refused("the file ends too early")
        return text[:-1]

    if line() != "thoughtful proof 4":
        raise Refused("this is no proof, or a version that this checker does not know")
    text = line()
    try:
        game = Game(json.loads(text, object_pairs_hook=claims.unique))
    except (TypeError, KeyError, IndexError, ValueError, AttributeError, RecursionError) as error:
        raise Refused(f"the problem can't be read: {error}") from error
    name = "1-" + hashlib.sha256(text.encode()).hexdigest()[:32]

    way = [game.first]  # the tables from the first one to the present one
    listed, wanted, known = set(), {}, None
    while True:
        count, _, words = (text := line()).partition(" ")
        if count == "end":
            break
        if at[0] == 3 and (text == "moved cards anywhere" or text.startswith("0 claims ")):
            n = (claims.check(game, text[9:], line, read_card) if count == "0"
                 else check_anywhere(game, line, read_card, bound, at))
            if next(lines, None) is not None:
                raise Refused("something follows the end")
            return f"{name} can't be won: proven, {n} states"
        words, reason, safe = split_reason(words)
        back = number(count)
        if not listed:
            if back != 0 or words:
                raise Refused("the first line has 0 and no way")
        elif back >= len(way):
            raise Refused(f"{back} ways can't be taken back")
        else:
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
            if not stuck.is_stuck(game, table):
                raise Refused("no card is stuck")
            continue
        if reason == "outline":
            known = known or outlines.Outlines(game)
            if not known.is_lost(table):
                raise Refused("the outline may be won")
            continue
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
    way, _, last = words.rpartition(" ")
    if last in ("stuck", "outline"):
        return way, last, ""
    way, safe, move = f" {words}".partition(" safe ")
    return way[1:], safe.strip(), move


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
                           help="most states; each takes about 1,000 bytes of memory")
    arguments.add_argument("file", nargs="+", help="a proof; - for standard input")
    given = arguments.parse_args()
    status = 0
    for name in given.file:
        holds, message = check(sys.stdin.buffer if name == "-" else name, given.states)
        print(message if len(given.file) == 1 else f"{name}: {message}", flush=True)
        status |= not holds
    return status


if __name__ == "__main__":
    sys.exit(main())
