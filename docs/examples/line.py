"""A position in one line (docs/build/line.md), and back. `rules` are the rules of the game, as GET /v1/games/{game} gives them."""

import re

FIELDS = {
    "t": "tableau piles", "f": "foundations", "b": "base", "c": "cells", "r": "reserve", "s": "stock", "w": "waste",
    "n": "redeals left", "h": "hole", "q": "sequences", "a": "accordion", "p": "rows",
}
RANKS = "A23456789TJQK"


def slots(rules):
    """Returns the suit of each foundation."""
    suits = {1: "S", 2: "HS"}.get(rules.get("suits", 4), "CHSD")
    copies = (8 if rules.get("two decks") else 4) // len(suits)
    return [suit for suit in suits for _ in range(copies)]


def cards(text):
    """Reads cards: - is an empty place, and _ a card that was not seen."""
    return [{"-": "", "_": "??"}.get(card, card) for card in re.findall("[-_]|..", text)]


def written(cards):
    return "".join({"": "-", "??": "_"}.get(card, card) for card in cards)


def below(top, base, rules):
    """Lists the cards of a foundation from its first one to its top card."""
    if not top:
        return []
    most, first = rules.get("max rank", 13), RANKS.index(base)
    height = (RANKS.index(top[0]) - first) % most + 1
    return [RANKS[(first + i) % most] + top[1] for i in range(height)]


def read(line, rules):
    """Returns the position of a line, as POST /v1/solve reads it in `deal`."""
    parts = {part[0]: part[1:] for part in line.split("~")}
    foundations = rules.get("foundations", {})
    position = {"foundations": []} if foundations.get("present", True) else {}
    base = parts.get("b", foundations.get("base card", "A"))
    for letter, text in parts.items():
        if letter in "tqp":
            value = [cards(pile) for pile in text.split(".")]
        elif letter == "f":
            value = [below(top, base, rules) for top in cards(text)]
        elif letter in "bh":
            value = text
        else:
            value = int(text) if letter == "n" else cards(text)
        position[FIELDS[letter]] = value
    return position


def tops(value, rules):
    """Returns the top card of each foundation, of a list of cards or of a list for each foundation."""
    suits = slots(rules)
    lists = value if isinstance(value[0], list) else [[card for card in value if card[1] == suit] for suit in suits]
    if len(lists) == len(suits):
        return [cards[-1] if cards else "" for cards in lists]
    found = [""] * len(suits)
    for cards in lists:
        found[next(i for i, suit in enumerate(suits) if suit == cards[0][1] and not found[i])] = cards[-1]
    return found


def write(position, rules):
    """Returns the line of a position."""
    parts = []
    for letter, field in FIELDS.items():
        value = position.get(field)
        if letter == "f":
            value = written(tops(value, rules)) if value else None
        elif letter == "b" and rules.get("foundations", {}).get("base card") != "random":
            continue
        elif letter in "tqp" and value:
            value = ".".join(map(written, value))
        elif isinstance(value, list):
            value = written(value) if any(value) else None
        if value is not None:
            parts.append(letter + str(value))
    return "~".join(parts)
