"""A client of Thoughtful, the service that answers questions about games of patience.

A method of Thoughtful is a call, named after its operationId in snake case. Fields of the request
are keyword arguments, and answers are JSON documents: dictionaries, lists, strings and numbers. The
module schema has their types.
"""

import json
import time
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, Mapping, Optional
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from . import schema

if TYPE_CHECKING:
    from typing_extensions import Unpack  # known to type checkers, and not installed

__all__ = ["ProblemError", "Thoughtful", "schema"]


class ProblemError(Exception):
    """The error of a call that the service answers with a problem (RFC 9457)."""

    def __init__(self, problem: schema.Problem, request_id: Optional[str], retry_after: Optional[int]) -> None:
        super().__init__(f"{problem['title']} ({problem['status']}): {problem['detail']}")
        self.problem = problem  # type, title, status, detail, and errors of fields if there are any
        self.type: str = problem["type"]
        self.status: int = problem["status"]
        self.request_id = request_id  # id in the log of the service
        self.retry_after = retry_after  # seconds after which to retry; None if not given


class Thoughtful:
    """The service at a URL. timeout is in seconds, and bounds each wait for data."""

    def __init__(self, url: str, key: Optional[str] = None, timeout: float = 60) -> None:
        self._base = url.rstrip("/")
        self._key = key
        self._timeout = timeout

    # Questions about a deal

    def solve(self, **request: "Unpack[schema.SolveRequest]") -> schema.SolveAnswer:
        """Can this deal be won? Takes game or rules, seed or deal, and the fields of SolveRequest."""
        return self._post("/v1/solve", request)

    def solve_later(self, idempotency_key: Optional[str] = None, **request: "Unpack[schema.SolveRequest]") -> schema.Job:
        """Start a job that solves a deal; job(id) has its answer. With a key, repeating the call makes no second job."""
        return self._post("/v1/solve", request, {"Prefer": "respond-async", **_once(idempotency_key)})

    def job(self, id: str) -> schema.Job:
        """Get a job; final is true when its answer is complete."""
        return self._get("/v1/jobs/" + _part(id))

    def jobs(self, **query: "Unpack[schema.JobsQuery]") -> schema.JobList:
        """List your jobs, the newest first; takes state, verdict, count, cursor (from next)."""
        return self._get("/v1/jobs", query)

    def webhook_secret(self) -> schema.WebhookSecret:
        """Get the secret of your webhooks, for verify_webhook in thoughtful_client.webhook."""
        return self._get("/v1/webhooks/secret")

    def drop_job(self, id: str) -> Optional[schema.Job]:
        """Cancel a job, or delete one that has ended."""
        return self._delete("/v1/jobs/" + _part(id))

    def moves(self, **request: "Unpack[schema.MovesRequest]") -> schema.MovesAnswer:
        """Judge every legal move of a position, best first."""
        return self._post("/v1/moves", request)

    def analyse(self, **request: "Unpack[schema.AnalyseRequest]") -> schema.AnalyseAnswer:
        """Find the move that lost a game."""
        return self._post("/v1/analyse", request)

    def advise(self, **request: "Unpack[schema.AdviseRequest]") -> schema.AdviseAnswer:
        """Estimate moves where cards are hidden."""
        return self._post("/v1/advise", request)

    def difficulty(self, **request: "Unpack[schema.DifficultyRequest]") -> schema.DifficultyAnswer:
        """Grade a deal."""
        return self._post("/v1/difficulty", request)

    def play(self, **request: "Unpack[schema.PlayRequest]") -> schema.PlayAnswer:
        """Have a player play a deal."""
        return self._post("/v1/play", request)

    def replay(self, **request: "Unpack[schema.ReplayRequest]") -> schema.ReplayAnswer:
        """Play given moves, and get the position after them."""
        return self._post("/v1/replay", request)

    def convert(self, **request: "Unpack[schema.ConvertRequest]") -> schema.ConvertAnswer:
        """Write a deal and its moves in the format of another program."""
        return self._post("/v1/convert", request)

    def batch(self, requests: Iterable[schema.SolveRequest]) -> Iterator[schema.BatchLine]:
        """Solve many deals. Yields an answer as soon as it is known; its line, from 1, is that of the request."""
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        return self._lines("POST", "/v1/batches", lines.encode(), "application/x-ndjson")

    # Games and deals

    def games(self) -> schema.Catalogue:
        """List the games."""
        return self._get("/v1/games")

    def game(self, game: str) -> schema.Game:
        """Get a game with its rules."""
        return self._get("/v1/games/" + _part(game))

    def players(self) -> schema.PlayerList:
        """List the players."""
        return self._get("/v1/players")

    def numbered_deal(self, game: str, seed: str) -> schema.NumberedDeal:
        """Get a deal by number."""
        return self._get(f"/v1/games/{_part(game)}/deals/{_part(seed)}")

    def numbered_deal_text(self, game: str, seed: str, format: str) -> str:
        """Get a deal by number in the format of another program."""
        return self._text(f"/v1/games/{_part(game)}/deals/{_part(seed)}.txt", {"format": format})

    def numbered_solution(self, game: str, seed: str) -> schema.NumberedSolution:
        """Get the stored solution of a deal by number, in the columns of that deal."""
        return self._get(f"/v1/games/{_part(game)}/deals/{_part(seed)}/solution")

    def numbered_solution_text(self, game: str, seed: str, format: str = "text") -> str:
        """Get the stored solution of a deal by number as text, or in the format of another program."""
        return self._text(f"/v1/games/{_part(game)}/deals/{_part(seed)}/solution.txt", {"format": format})

    def solve_at(self, game: str, line: str, **query: "Unpack[schema.SolveAtQuery]") -> schema.SolveAnswer:
        """Can this position be won? It is in the address, in one line."""
        return self._get(f"/v1/games/{_part(game)}/positions/{_part(line)}", query)

    def moves_at(self, game: str, line: str, **query: "Unpack[schema.MovesAtQuery]") -> schema.MovesAnswer:
        """Judge every legal move of a position in one line, best first."""
        return self._get(f"/v1/games/{_part(game)}/positions/{_part(line)}/moves", query)

    def solution_at(self, game: str, line: str, **query: "Unpack[schema.SolutionAtQuery]") -> schema.PositionSolution:
        """Get a solution of a position in one line."""
        return self._get(f"/v1/games/{_part(game)}/positions/{_part(line)}/solution", query)

    def solution_text_at(self, game: str, line: str, **query: "Unpack[schema.SolutionTextAtQuery]") -> str:
        """Get a solution of a position in one line as text, or in the format of another program."""
        return self._text(f"/v1/games/{_part(game)}/positions/{_part(line)}/solution.txt", query)

    def winnable_deals(self, game: str, **query: "Unpack[schema.WinnableDealsQuery]") -> Iterator[schema.WinnableDeal]:
        """Get winnable deals; takes count, difficulty, cursor, deal, solution."""
        return self._lines("GET", f"/v1/games/{_part(game)}/winnable-deals" + _query(query))

    def daily_deal(self, game: str, **query: "Unpack[schema.DailyDealQuery]") -> schema.DailyDeal:
        """Get the deal of a day; takes date, difficulty, deal, solution."""
        return self._get(f"/v1/games/{_part(game)}/daily-deal", query)

    def seeds(self, game: str, **query: "Unpack[schema.SeedsQuery]") -> Iterator[schema.WinnableSeed]:
        """Get numbers of winnable deals; takes scheme, difficulty, from_, cursor, count."""
        return self._lines("GET", f"/v1/games/{_part(game)}/seeds" + _query(query))

    def stored_deal(self, id: str) -> schema.StoredDeal:
        """Get the stored verdict of a deal."""
        return self._get("/v1/deals/" + _part(id))

    def stored_solution(self, id: str) -> schema.StoredSolution:
        """Get the stored solution of a deal, from the position in the answer: its columns may be in another order than those of a deal by number."""
        return self._get(f"/v1/deals/{_part(id)}/solution")

    def stored_deal_text(self, id: str, format: str) -> str:
        """Get the position of a stored deal in the format of another program."""
        return self._text(f"/v1/deals/{_part(id)}.txt", {"format": format})

    def stored_solution_text(self, id: str, format: str = "text") -> str:
        """Get the stored solution of a deal as text: from the position of stored_deal, or of stored_deal_text in the same format."""
        return self._text(f"/v1/deals/{_part(id)}/solution.txt", {"format": format})

    def proof(self, id: str) -> bytes:
        """Get the file that proves that a deal can't be won. Waits while a job makes it."""
        while True:
            with self._send("GET", f"/v1/deals/{_part(id)}/proof") as response:
                if response.status != 202:
                    return response.read()
                pause = int(response.headers.get("Retry-After") or 1)
            time.sleep(pause)

    # Campaigns and win rates

    def create_campaign(self, idempotency_key: Optional[str] = None, **request: "Unpack[schema.CampaignRequest]") -> schema.Campaign:
        """Solve or play many deals, and count. With a key, repeating the call makes no second campaign."""
        return self._post("/v1/campaigns", request, _once(idempotency_key))

    def campaigns(self, **query: "Unpack[schema.CampaignsQuery]") -> schema.CampaignList:
        """List campaigns, the newest first; takes game, state, count, cursor (from next)."""
        return self._get("/v1/campaigns", query)

    def campaign(self, id: str) -> schema.Campaign:
        """Get a campaign with its progress."""
        return self._get("/v1/campaigns/" + _part(id))

    def campaign_results(self, id: str, **query: "Unpack[schema.CampaignResultsQuery]") -> Iterator[schema.CampaignResult]:
        """Get the result of each deal of a campaign; takes from_, verdict, count, cursor."""
        return self._lines("GET", f"/v1/campaigns/{_part(id)}/results" + _query(query))

    def drop_campaign(self, id: str, **query: "Unpack[schema.DropCampaignQuery]") -> Optional[schema.Campaign]:
        """Cancel a campaign, or delete it with results="delete"."""
        return self._delete("/v1/campaigns/" + _part(id), query)

    def stats(self) -> schema.Statistics:
        """Get the win rates of all games."""
        return self._get("/v1/stats")

    def game_stats(self, game: str) -> schema.GameStatistics:
        """Get the win rates of a game."""
        return self._get("/v1/stats/" + _part(game))

    # Requests

    def _get(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Any:
        with self._send("GET", path + _query(query or {})) as response:
            return json.load(response)

    def _text(self, path: str, query: Mapping[str, Any]) -> str:
        with self._send("GET", path + _query(query)) as response:
            return response.read().decode()

    def _post(self, path: str, request: Mapping[str, Any], headers: Optional[Dict[str, str]] = None) -> Any:
        with self._send("POST", path, json.dumps(request).encode(), "application/json", headers) as response:
            return json.load(response)

    def _delete(self, path: str, query: Optional[Mapping[str, Any]] = None) -> Any:
        with self._send("DELETE", path + _query(query or {})) as response:
            return None if response.status == 204 else json.load(response)

    def _lines(self, method: str, path: str, body: Optional[bytes] = None, media: str = "") -> Iterator[Any]:
        with self._send(method, path, body, media) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def _send(self, method: str, path: str, body: Optional[bytes] = None, media: str = "", headers: Optional[Dict[str, str]] = None) -> Any:
        request = Request(self._base + path, data=body, method=method, headers=headers or {})
        if media:
            request.add_header("Content-Type", media)
        if self._key is not None:
            request.add_header("Authorization", "Bearer " + self._key)
        try:
            return urlopen(request, timeout=self._timeout)
        except HTTPError as error:
            with error:
                text = error.read()
            try:
                problem = json.loads(text)
                seconds = error.headers.get("Retry-After")
                raise ProblemError(problem, error.headers.get("X-Request-Id"), int(seconds) if seconds else None) from None
            except (ValueError, KeyError, TypeError):
                raise RuntimeError(f"{method} {path}: status {error.code}, and no problem: {text[:200]!r}") from None


def _part(text: str) -> str:
    """Escape a part of a path."""
    return quote(text, safe="")


def _once(key: Optional[str]) -> Dict[str, str]:
    """Write the header of a request that makes something once, however often it is sent."""
    return {} if key is None else {"Idempotency-Key": key}


def _query(parameters: Mapping[str, Any]) -> str:
    """Write a query. from_ is the parameter from, which is a keyword in Python."""
    given = {name.rstrip("_"): value for name, value in parameters.items() if value is not None}
    words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items()}
    return "?" + urlencode(words) if words else ""
