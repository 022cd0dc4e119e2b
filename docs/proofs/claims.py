"""Checks certificates of claims. check.py calls it; it is not run by itself.

It was written from proof-claims.md alone, whose words it uses. A card is a byte as in check.py.
"""

import json
from typing import Callable, NamedTuple

from anywhere import Refused

NEVER, EVENTS = ("leaves", "laid", "rises"), ("laid-laid", "laid-up", "up-laid")


class Order(NamedTuple):
    """An event of the first card comes before any of the others."""
    first: int
    event: str
    others: tuple


class Place(NamedTuple):
    """Where a card lies: the pile, its index there, and what kind of pile it is."""
    kind: str  # column, talon or foundation
    pile: bytes
    at: int
    seated: bool


class Claims:
    """The claims of a certificate without cases, and the orders that are assumed."""
    def __init__(self, table_game, claims: list, orders: tuple):
        self.game, self.orders = table_game, orders
        self.never = {what: {card for card, never in claims if never == what} for what in NEVER}
        self.places = places(table_game)
        self.kings_only = table_game.spaces == "kings"

    def rank(self, card: int) -> int: return self.game.relative(card)
    def carriers(self, card: int) -> list: return [c for c in self.places if (card, c) in self.game.built]

    def before(self, event: str, card: int) -> list:
        """The cards whose event comes before that of a card."""
        return [o.first for o in self.orders if o.event == event and card in o.others]

    def buried(self, card: int) -> bool:
        p = self.places[card]
        return p.kind == "column" and any(c in self.never["leaves"] for c in p.pile[p.at + 1:])

    def stays(self, card: int) -> bool: return card in self.never["leaves"] or self.buried(card)
    def held_back(self, card: int) -> bool: return card in self.never["laid"] or self.stays(card)

    def never_up(self, card: int) -> bool:
        lower = [c for c in self.places if c >> 4 == card >> 4 and self.rank(c) <= self.rank(card)]
        return any(c in self.never["rises"] or c != card and self.stays(c) for c in lower)

    def no_space(self, card: int) -> bool:
        king = self.game.max_rank - 1
        if self.game.spaces == "no-build" or self.kings_only and self.rank(card) != king:
            return True
        spaces = sum(not any(c & 127 in self.never["leaves"] for c in column) for column in self.game.first.columns)
        kings = {c for c in self.before("laid-laid", card) if self.rank(c) == king and self.never_up(c)}
        return spaces == 0 or self.kings_only and len(kings) >= spaces

    def closed(self, card: int, guest: int) -> bool:
        kind = self.places[card].kind
        if not self.game.foundations["removable"] and (kind == "foundation" or card in self.before("up-laid", guest)):
            return True
        return self.buried(card) if kind == "column" else card in self.never["laid"] or card in self.never["leaves"]

    def not_laid(self, card: int) -> bool:
        if any(map(self.held_back, self.before("laid-laid", card))):
            return True
        if any(self.stays(c) or self.never_up(c) for c in self.before("up-laid", card)):
            return True
        if not self.no_space(card):
            return False
        open_ones = sum(not self.closed(c, card) for c in self.carriers(card))
        twins = [c for c in self.before("laid-laid", card) if c == card ^ 32 and self.game.build == "red-black"]
        return open_ones == 0 or open_ones == 1 and any(map(self.never_up, twins))

    def held_down(self, card: int) -> bool:
        laid = self.before("laid-up", card)
        if any(map(self.held_back, laid)):
            return True
        guests = {c for c in laid if self.game.build == "red-black" and (c, card) in self.game.built and self.never_up(c)}
        room = max((sum(c != card and not self.closed(c, guest) for c in self.carriers(guest)) for guest in guests), default=0)
        return len(guests) > room and all(map(self.no_space, guests))

    def not_reached(self, card: int) -> bool:
        t, draw = self.game.first, self.game.stock["deal count"]
        talon, before = self.places[card].pile, self.places[card].at
        number, turned = before + 1, len(t.waste)
        if number == len(talon) or number == turned or number > turned and (number - turned) % draw == 0:
            return False
        if talon[number] not in self.never["leaves"]:
            return False
        return t.redeals == 0 or sum(c not in self.never["leaves"] for c in talon[:before]) < number % draw

    def follows(self, card: int, never: str) -> bool:
        place = self.places[card]
        if never == "rises":
            return self.held_down(card)
        if never == "laid":
            return not place.seated and self.not_laid(card)
        if place.kind == "foundation" or place.seated:
            return False
        return place.kind == "talon" and self.not_reached(card) or self.never_up(card) and self.not_laid(card)


def places(game) -> dict:
    """Where each card lies."""
    t = game.first
    found = {}
    for column in t.columns:
        pile = bytes(c & 127 for c in column)
        for i, card in enumerate(pile):
            seated = i > 0 and column[i - 1] < 128 and (card, pile[i - 1]) in game.built
            found[card] = Place("column", pile, i, seated)
    talon = t.waste + t.stock[::-1]
    found.update((card, Place("talon", talon, i, False)) for i, card in enumerate(talon))
    found.update((card, Place("foundation", b"", 0, False)) for card in game.deck if card not in found)
    return found


def unique(pairs: list) -> dict:
    """A JSON object that does not have a field twice."""
    if len(dict(pairs)) != len(pairs):
        raise Refused("a field occurs twice")
    return dict(pairs)


def check(game, text: str, line: Callable[[], str], read_card: Callable) -> int:
    """Checks a certificate and the last line, and returns the number of states."""
    if not (game.has_safe and game.build != "no-build" and game.cells["count"] == 0 and game.reserve["size"] == 0):
        raise Refused("claims can't be made in this game")
    try:
        certificate = json.loads(text, object_pairs_hook=unique)
        if json.dumps(in_order(certificate), separators=(",", ":"), ensure_ascii=False) != text:
            raise Refused("the certificate is not in canonical form")
        check_part(game, certificate, (), read_card)
    except (TypeError, KeyError, ValueError, AttributeError, RecursionError) as error:
        raise Refused(f"the certificate can't be read: {error}") from error
    if line() != "end 1":
        raise Refused("a certificate is the only state")
    return 1


def in_order(part: dict) -> dict:
    """A certificate or a case with its fields in the order of the page, without empty lists of claims and cases."""
    part = {name: part[name] for name in ("first", "event", "others", "claims", "cases")
            if name in part and (part[name] or name not in ("claims", "cases"))}
    return part | {"cases": [in_order(case) for case in part["cases"]]} if "cases" in part else part


def fields(value: object, known: tuple) -> dict:
    if not isinstance(value, dict) or any(field not in known for field in value):
        raise Refused(f"a certificate has {', '.join(known)}")
    return value


def check_part(game, certificate: object, orders: tuple, read_card: Callable, more: tuple = ()) -> None:
    """Checks a certificate, or a case, which has more fields."""
    part = fields(certificate, ("claims", "cases") + more)
    claims = [(read_card(card), never) for card, never in part.get("claims", [])]
    if any(never not in NEVER for _, never in claims):
        raise Refused(f"a claim is none of {', '.join(NEVER)}")
    if cases := part.get("cases"):
        read = [Order(read_card(c["first"]), c["event"], tuple(map(read_card, c["others"]))) for c in cases]
        complete(read, places(game))
        for case, order in zip(cases, read):
            check_part(game, case, orders + (order,), read_card, ("first", "event", "others"))
        return
    if not any(never == "leaves" for _, never in claims):
        raise Refused("no card is claimed never to leave")
    all_claims = Claims(game, claims, orders)
    for card, never in claims:
        if card not in all_claims.places or not all_claims.follows(card, never):
            raise Refused(f"a claim that a card never {never} does not follow")


def complete(cases: list, known: dict) -> None:
    """Refuses cases that leave out some lines of play."""
    firsts = sorted(case.first for case in cases)
    if len(set(firsts)) != len(firsts) or any(c not in known for c in firsts):
        raise Refused("a first card is repeated or unknown")
    if len(cases) == 2:
        a, b = cases
        if (a.event, b.event) == ("laid-up", "up-laid") and a.others == (b.first,) and b.others == (a.first,):
            return
    for case in cases:
        if case.event != "laid-laid" or sorted((case.first, *case.others)) != firsts:
            raise Refused("the cases are not complete")
