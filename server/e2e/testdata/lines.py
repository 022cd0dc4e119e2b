# Reads and writes positions in one line with docs/examples/line.py, whose folder is the argument.
import json
import sys

sys.path.insert(0, sys.argv[1])
import line  # noqa: E402

for text in sys.stdin:
    given = json.loads(text)
    print(json.dumps({"line": line.write(given["deal"], given["rules"]), "deal": line.read(given["line"], given["rules"])}))
