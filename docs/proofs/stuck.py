"""Tables that are lost at sight. check.py calls it; it is not run by itself.

It was written from proof-dead-ends.md alone, whose words it uses. A card is a byte as in check.py.
"""

from collections import Counter

def rank_of(card: int) -> int: return card & 15
def suit_of(card: int) -> int: return card >> 4


MOST = 1 << 18  # states of a game with the stock at hand


def is_stuck(game, t) -> bool:
    if game.goal == "rows" and game.rows["pair sum"]:
        return pairs_stuck(game, t)
    if game.goal == "hole" or game.rows["build on waste"]:
        return too_few_neighbours(game, t)
    if game.goal == "discard":
        return discards_stuck(game, t)
    if game.goal == "foundations" and game.one_pack and not game.packets:
        return foundation_stuck(game, t) if game.cells["count"] == 0 else not t.columns and waste_stuck(game, t)
    return False


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


def discards_stuck(game, t) -> bool:
    """Discards without partners, and discards under each other."""
    policy, total = game.discard["policy"], game.discard["sum"]
    columns, n = t.columns, len(t.columns)
    spot = {"tableau piles": lambda i: i % n}.get(game.to, lambda i: None)
    dealt = [(c, spot(i)) for i, c in enumerate(reversed(t.stock))]
    redealt = game.packets > 0 and t.redeals != 0
    stay = game.spaces == "no-build" and not redealt
    pairs = policy != "lower-in-suit"
    if pairs:
        lie = [(c, i) for i, column in enumerate(columns) for c in column] + dealt
        count = Counter(rank_of(c) for c, _ in lie)
        within = Counter((rank_of(c), i) for c, i in lie if i is not None)
        for rank, many in count.items():
            other = rank if policy == "pair-rank" else total - rank
            if other != 0 and (many != count[other] or other == rank and many % 2):
                return True
            if other != 0 and stay and any(within[rank, i] + within[other, i] > many for i in range(n)):
                return True
    if redealt or not stay and not all(columns) or game.to == "spaces" and t.stock:
        return False
    left = [len(column) for column in columns]
    seen = [set(column[-1:]) for column in columns]
    for i, c in enumerate(reversed(t.stock)):
        seen[i % n].add(c)

    def removes(a, b):
        """Whether b removes a, or goes together with it."""
        if pairs:
            return rank_of(a) == rank_of(b) if policy == "pair-rank" else rank_of(a) + rank_of(b) == total
        return suit_of(a) == suit_of(b) and rank_of(a) != 1 and (rank_of(b) == 1 or b > a)

    def goes(c, i):
        return policy == "pair-sum" and rank_of(c) == total or any(
            removes(c, o) for j in range(n) if j != i for o in seen[j])

    before = None
    while before != (before := list(left)):
        for i, column in enumerate(columns):
            while left[i] and goes(column[left[i] - 1], i):
                left[i] -= 1
                seen[i].update(column[max(0, left[i] - 1):left[i]])
    if not stay and not all(left):
        return False
    return any(pairs or rank_of(c) != 1 for i, column in enumerate(columns) for c in column[:left[i]])


def waste_stuck(game, t) -> bool:
    """Waste without columns."""
    if game.foundations["removable"] or game.foundations["only complete pile moves"] or game.reserve["size"] \
            or not game.late_turns or t.redeals != 0:
        return False
    heights = list(t.heights)
    cells = {c for c in t.cells if c}
    hand = cells | set(t.stock)
    for card in reversed(t.waste):
        while (i := next((i for i, h in enumerate(heights) if h < game.max_rank and game.card_up(i, h) in hand), None)) is not None:
            up = game.card_up(i, heights[i])
            heights[i] += 1
            hand.discard(up)
            cells.discard(up)
        hand.add(card)
        if not any(h < game.max_rank and game.card_up(i, h) == card for i, h in enumerate(heights)):
            cells.add(card)
        if len(cells) > len(t.cells):
            return True
    return False


def foundation_stuck(game, t) -> bool:
    """Reports whether a foundation can't become complete, even if nothing ever becomes impossible."""
    stacked = [t.reserve] if game.reserve["stacked"] else []
    on, under = {}, {}  # the cards on each card of its pile, and the one under it
    for pile in (*t.columns, *stacked):
        cards = [c & 127 for c in pile]
        on.update((card, cards[i + 1:]) for i, card in enumerate(cards))
        under.update(zip(cards, [0, *cards]))
    columns = {c & 127 for column in t.columns for c in column}
    face_up = {c for column in t.columns for c in column if c < 128}
    forced = game.reserve["stacked"] and game.spaces.startswith("auto-reserve")
    talon, draw, redeals = t.waste + t.stock[::-1], game.stock["deal count"], t.redeals != 0
    if not game.late_turns or draw == 1 and redeals:
        talon, at_hand = b"", set(talon)
    else:
        at_hand = {c for n, c in enumerate(talon, 1) if n == len(talon) or redeals and n % draw == 0
                   or n >= len(t.waste) and (n - len(t.waste)) % draw == 0}
    gone = at_hand | {c for c in (() if stacked else t.reserve) if c}
    if game.foundations["removable"]:
        gone.update(game.card_up(i, n) for i, height in enumerate(t.heights) for n in range(height))
    bare = gone | {c[-1] for c in (*t.columns, *stacked) if c}
    dealt = set(t.stock) if game.to != "waste" else set()
    tabled = columns | dealt
    heights, space = list(t.heights), not all(t.columns) and not forced
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
        return any((card, host) in fits and host in bare and host in tabled
                   and (host != under.get(card) or card in gone)
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
        elif card in columns and not forced:
            space = True

    def leaves(card):
        return game.relative(card) < heights[suit_of(card)] or has_host(card, game.deck)

    def dig_reserve():
        """Cards that can't leave but for spaces take one each."""
        nonlocal space
        spaces = sum(not column or column[0] & 127 in gone for column in t.columns)
        for card in reversed(t.reserve):
            alone = leaves(card)
            if spaces > 0:
                tabled.add(card)
            elif not alone:
                return
            leave(card)
            spaces -= not alone
        space = space or spaces > 0

    def dig_talon():
        """Cards come to the top of the waste when others have left."""
        left = 0
        for n, card in enumerate(talon, 1):
            if redeals and left >= n % draw:
                bare.add(card)
            if card in bare and (leaves(card) or space and space_takes(card)):
                left += 1
                bare.update(talon[max(0, n - 2):n - 1])

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
        if forced:
            dig_reserve()
        dig_talon()
    return any(h < game.max_rank for h in heights)
