"""A backend of an app: deal, play, undo, hint in words, solution, lost move, daily deal.

    PYTHONPATH=api/client/python python3 api/client/python/examples/backend.py http://127.0.0.1:8080 9000

A game is its name, its seed and the moves that were played, which the app keeps and sends with
every call, so that the backend remembers nothing:

    GET  /deal?game=klondike&difficulty=easy      a winnable deal
    GET  /daily?game=klondike                     the deal of the day
    POST /play  {"game","seed","moves","move"}    play a move
    POST /undo  {"game","seed","moves"}           take the last move back
    POST /hint  {"game","seed","moves"}           the best move, and why
    POST /lost  {"game","seed","moves"}           the move that lost the game
    GET  /solution?game=klondike&seed=solvitaire:2  how to win the deal
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from thoughtful_client import ProblemError, Thoughtful

service = Thoughtful(sys.argv[1])


def state(game, moves):
    """Replay moves: the position that they lead to, or why one is illegal."""
    answer = service.replay(game=game["game"], seed=game["seed"], moves=moves)
    if not answer["legal"]:
        return {"legal": False, "reason": answer["reason"]}
    return {"legal": True, "won": answer["won"], "moves": moves, "position": answer["position"]}


def deal(query):
    found = next(service.winnable_deals(query["game"], count=1, deal=True, difficulty=query.get("difficulty")))
    return {"game": found["game"], "seed": found["seed"], "moves": [], "position": found["deal"]}


def daily(query):
    found = service.daily_deal(query["game"], deal=True)
    return {"game": found["game"], "seed": found["seed"], "moves": [], "position": found["deal"], "date": found["date"]}


def play(game):
    return state(game, game["moves"] + [game["move"]])


def undo(game):
    return state(game, game["moves"][:-1])


def hint(game):
    answer = service.moves(game=game["game"], seed=game["seed"], moves=game["moves"], why=True)
    if not answer["moves"]:
        return {"verdict": answer["verdict"], "move": None, "why": "No move is left."}
    best = answer["moves"][0]
    return {"verdict": answer["verdict"], "move": best["move"], "why": best["why"], "length": best["length"]}


def lost(game):
    answer = service.analyse(game=game["game"], seed=game["seed"], moves=game["moves"])
    return {"lost_at": answer["lost_at"], "better": answer["better"]}


GET = {"/deal": deal, "/daily": daily, "/solution": lambda query: service.numbered_solution(query["game"], query["seed"])}
POST = {"/play": play, "/undo": undo, "/hint": hint, "/lost": lost}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(GET, lambda url: dict(parse_qsl(url.query)))

    def do_POST(self):
        self.answer(POST, lambda _: json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def answer(self, calls, read):
        url = urlsplit(self.path)
        try:
            status, body = 200, calls[url.path](read(url))
        except ProblemError as error:
            status, body = error.status, error.problem
        except (KeyError, TypeError, ValueError) as error:
            status, body = 400, {"detail": f"no such call, or a field is missing: {error}"}
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
