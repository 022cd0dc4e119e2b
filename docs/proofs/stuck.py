"""Tables that are lost at sight. check.py calls it; it is not run by itself.

It was written from proof-lemmas.md alone, whose words it uses. A card is a byte as in check.py.
"""

from collections import Counter

MOST = 1 << 18  # states of a game with the stock at hand


def is_stuck(game, t) -> bool:
    if game.goal == "rows" and game.rows["pair sum"]:
        return pairs_stuck(game, t)
    if game.goal == "hole" or game.rows["build on waste"]:
        return too_few_neighbours(game, t)
    return foundation_stuck(game, t)


def pairs_stuck(game, t) -> bool:
    """Stock at hand: whether the rows can't be cleared even so."""
    total = game.rows["pair sum"]
    by = [(r, k, over) for r, row in enumerate(game.covers) for k, over in enumerate(row)]
    first = (tuple(bytes(c & 15 for c in row) for row in t.rows), bytes(sorted(c & 15 for c in t.stock + t.waste)))
    seen, todo = {first}, [first]
    while todo:
        rows, hand = todo.pop()
        if not any(map(any, rows)):
            return False
        bare = [(r, k) for r, k, over in by if rows[r][k] and not any(rows[i][j] for i, j in over)]
        after = []
        for n, (r, k) in enumerate(bare):
            rank = rows[r][k]
            if rank == total:
                after = [(cleared(rows, (r, k)), hand)]
                break
            if 0 < total - rank <= 13 and total - rank in hand:
                at = hand.index(total - rank)
                after.append((cleared(rows, (r, k)), hand[:at] + hand[at + 1:]))
            after += [(cleared(rows, (r, k), other), hand) for other in bare[n + 1:]
                      if rank + rows[other[0]][other[1]] == total]
        fresh = set(after) - seen
        todo += fresh
        seen |= fresh
        if len(seen) > MOST:
            return False
    return True


def cleared(rows: tuple, *places: tuple) -> tuple:
    """Rows without the cards of some places."""
    changed = list(rows)
    for r, k in places:
        changed[r] = changed[r][:k] + b"\0" + changed[r][k + 1:]
    return tuple(changed)


def too_few_neighbours(game, t) -> bool:
    """Whether cards of some ranks are more than those on which they can be laid."""
    m = game.max_rank
    hole = game.goal == "hole"
    loops = game.holes["build loops"] if hole else game.rows["build loops"]
    must = Counter(c & 15 for pile in (*t.columns, *t.rows, t.cells, t.reserve) for c in pile if c)
    carry = must + Counter(c & 15 for c in (*t.stock, t.hole, *(t.waste if hole else t.waste[-1:])) if c)
    if hole and game.holes["nothing on kings"]:
        carry[m] = 0

    def around(rank: int, step: int) -> int:
        """The rank so many steps on; 0 if the ranks end before."""
        on = rank + step
        return (on - 1) % m + 1 if loops else on if 1 <= on <= m else 0

    for first in range(1, m + 1):
        ranks: list[int] = []
        rank = first
        while rank and rank not in ranks:
            ranks.append(rank)
            neighbours = {around(r, step) for r in ranks for step in (1, -1)} - {0}
            if sum(must[r] for r in ranks) > sum(carry[r] for r in neighbours):
                return True
            rank = around(rank, 2)
    return False


def foundation_stuck(game, t) -> bool:
    """Reports whether a foundation can't become complete, even if nothing ever becomes impossible."""
    if not game.has_stuck:
        return False
    stacked = [t.reserve] if game.reserve["stacked"] else []
    on, under = {}, {}  # the cards on each card of its pile, and the one under it
    for pile in (*t.columns, *stacked):
        cards = [c & 127 for c in pile]
        on.update((card, cards[i + 1:]) for i, card in enumerate(cards))
        under.update(zip(cards, [0, *cards]))
    columns = {c & 127 for column in t.columns for c in column}
    face_up = {c for column in t.columns for c in column if c < 128}
    gone = {c for c in (*t.stock, *t.waste, *(() if stacked else t.reserve)) if c}
    if game.foundations["removable"]:
        gone.update(game.card_up(i, n) for i, height in enumerate(t.heights) for n in range(height))
    bare = gone | {c[-1] for c in (*t.columns, *stacked) if c}
    dealt = set(t.stock) if game.to != "waste" else set()
    tabled = columns | dealt
    heights, space = list(t.heights), not all(t.columns)
    fits = game.built
    if game.groups != "no" and game.tableau["group target"] == "group":
        fits = game.built | game.grouped

    def may_move(card):
        if card in bare or card in face_up and game.groups == "any":
            return True
        run = [card]
        for above in on.get(card, ()):
            if above in gone:
                break
            run.append(above)
        return card in face_up and game.groups != "no" and all(
            (above, below) in game.grouped for below, above in zip(run, run[1:]))

    def has_host(card, hosts):
        above = on.get(card, ())  # a host among them must have been parted from the card
        return any((card, host) in fits and host in bare and host in tabled and host != under.get(card)
                   and (host not in above or any(c in gone for c in above[:above.index(host) + 1]))
                   for host in hosts)

    def space_takes(card):
        if game.spaces == "auto-reserve-then-waste" or game.build == "no-build" and game.spaces.startswith("auto"):
            return card not in columns
        return game.space_takes(card, "")

    def leave(card):
        """The card is gone: the one under it is bare, or there is a space."""
        nonlocal space
        gone.add(card)
        if under.get(card):
            bare.add(under[card])
        elif card in columns:
            space = True

    before = None
    while before != (before := (sum(heights), len(bare), len(gone), len(tabled), space)):
        for i, (suit, _) in enumerate(game.places):
            suited = [suit << 4 | r for r in range(1, game.max_rank + 1)]
            if not game.foundations["only complete pile moves"]:
                while heights[i] < game.max_rank and game.card_up(i, heights[i]) in bare:
                    leave(game.card_up(i, heights[i]))
                    heights[i] += 1
            elif heights[i] == 0 and all(under.get(c) == c + 1 or c in dealt or may_move(c) and has_host(c, [c + 1])
                                         for c in suited[:-1]):
                heights[i] = game.max_rank
                bare.update(suited)
                for card in suited:
                    leave(card)
        for card in game.deck:
            if (card not in gone or card not in tabled) and may_move(card) and (
                    has_host(card, game.deck) or space and space_takes(card)):
                tabled.add(card)
                leave(card)
    return any(h < game.max_rank for h in heights)
