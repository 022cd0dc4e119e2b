"""What the client for Python does."""

import sys

from thoughtful_client import ProblemError, Thoughtful

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

# A job is asked until it has ended, and deleted.
job = service.solve_later(game="golf", seed="solvitaire:1")
while not job["final"]:
    job = service.job(job["id"])
assert job["answer"]["verdict"] in ("winnable", "unwinnable"), job
assert service.drop_job(job["id"]) is None
