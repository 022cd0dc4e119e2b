"""What the client for Python does."""

import sys
from typing import Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

from thoughtful_client import ProblemError, Thoughtful, schema

service = Thoughtful(sys.argv[1] + "/")

# A problem is raised.
try:
    service.game("patience?")
    raise AssertionError("there is no such game")
except ProblemError as error:
    assert error.type == "/problems/not-found" and error.status == 404, error.problem
    assert error.request_id and error.retry_after is None

assert service.solve(game="free-cell", seed="microsoft:1")["verdict"] == "winnable"
assert service.numbered_deal("free-cell", "microsoft:24")["deal"]["tableau piles"][0][0] == "4C"
assert service.numbered_deal_text("free-cell", "microsoft:24", "fc-solve").startswith("4C 2C 9C 8C QS 4S 2H\n")
assert any(game["name"] == "klondike" for game in service.games()["games"])

# Lines come one by one, each with a verdict or a problem; requests may come from a generator.
requests = ({"game": "free-cell", "seed": f"microsoft:{n}", "solution": False} for n in (1, 0))
answers = {line["line"]: line for line in service.batch(requests)}
assert answers[1]["verdict"] == "winnable" and answers[2]["problem"]["type"] == "/problems/bad-input", answers
numbers = [line["seed"] for line in service.seeds("klondike", count=2, from_=100)]
assert len(numbers) == 2, numbers

# A deal that is handed out has a solution that wins it as it is, and counts its moves and redeals.
dealt = list(service.winnable_deals("klondike", count=5, solution=True))
assert len(dealt) == 5, dealt
for deal in [*dealt, service.daily_deal("klondike", solution=True)]:
    for solution in (service.numbered_solution(deal["game"], deal["seed"]), deal["solution"]):
        end = service.replay(game=deal["game"], seed=deal["seed"], moves=solution["moves"])
        assert end["won"] and (end["moves"], end["redeals"]) == (solution["length"], solution["redeals"]), end
        assert len(solution["moves"]) == solution["length"] + solution["redeals"], solution
    assert service.numbered_solution_text(deal["game"], deal["seed"]).startswith("  1. ")

# A job is asked until it has ended, and deleted.
job = service.solve_later(game="golf", seed="solvitaire:1")
while not job["final"]:
    job = service.job(job["id"])
assert job["answer"]["verdict"] in ("winnable", "unwinnable"), job
assert service.drop_job(job["id"]) is None


def conforms(value: Any, kind: Any, at: str) -> None:
    """Compare an answer with its type, all the way down."""
    if isinstance(kind, ForwardRef):
        kind = getattr(schema, kind.__forward_arg__)
    origin, parts = get_origin(kind), get_args(kind)
    if hasattr(kind, "__required_keys__"):
        fields = get_type_hints(kind)
        assert isinstance(value, dict) and kind.__required_keys__ <= value.keys() <= fields.keys(), f"{at}: {value} is no {kind}"
        for name, field in value.items():
            conforms(field, fields[name], f"{at}.{name}")
    elif origin is list:
        assert isinstance(value, list), f"{at}: {value} is no list"
        for entry in value:
            conforms(entry, parts[0], at + "[]")
    elif origin is Literal:
        assert value in parts, f"{at}: {value} is none of {parts}"
    elif origin is Union:
        for part in parts:
            try:
                return conforms(value, part, at)
            except AssertionError:
                pass
        raise AssertionError(f"{at}: {value} is no {kind}")
    elif kind is float:
        assert isinstance(value, (int, float)), f"{at}: {value} is no number"
    elif kind is not Any:
        assert isinstance(value, origin or kind), f"{at}: {value} is no {kind}"


# Answers are what the types say.
question: schema.SolveRequest = {"game": "klondike", "seed": "solvitaire:2"}
conforms(service.solve(**question), schema.SolveAnswer, "solve")
conforms(service.solve(game="klondike", seed="solvitaire:15"), schema.SolveAnswer, "solve")
conforms(service.moves(game="free-cell", seed="microsoft:1", runs=True, why=True, solution=True), schema.MovesAnswer, "moves")
conforms(service.numbered_deal("spider", "solvitaire:1"), schema.NumberedDeal, "deal")
conforms(service.game("canfield"), schema.Game, "game")
conforms(service.games(), schema.Catalogue, "games")
conforms(service.players(), schema.PlayerList, "players")
for line in service.batch([question]):
    conforms(line, schema.BatchLine, "batch")
try:
    conforms({"verdict": "perhaps"}, schema.BatchLine, "nothing")
except AssertionError:
    pass
else:
    raise AssertionError("anything conforms")
