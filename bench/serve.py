"""The Python side of python_peer.ts: a JSON request per line, a JSON answer per line.

    {"do": "load", "input": "counts", "type": "float64", "file": ...}   reads inputs of a type
    {"do": "compute", ..., "file": ...}                                writes the results
    {"do": "time", ..., "passes": 2}                                   gives the seconds of each pass

The dots are what to compute, and for which inputs:

    "name": "polygammaGrad", "parameter": 2, "input": "counts", "type": "float64"

with no parameter for functions that have none. "input" is the name of the inputs. Files hold the
elements and nothing else. What the peer does not have, or refuses, is answered by {"unsupported": true}.
The process stays up, so that its passes take turns with those of others.
"""

import gc
import json
import sys
import time

import numpy


def serve(version, prepare):
    """prepare(name, parameter, x) gives a function without arguments that computes, or None."""
    inputs = {}
    prepared = {}

    def work(request):
        name, parameter = request["name"], request.get("parameter")
        place = (request["input"], request["type"])
        key = (name, parameter, *place)
        if key not in prepared:
            prepared[key] = prepare(name, parameter, inputs[place])
        return prepared[key]

    def load(request):
        inputs[request["input"], request["type"]] = numpy.fromfile(request["file"], request["type"])
        return {}

    def compute(request):
        run = work(request)
        if run is None:
            return {"unsupported": True}
        try:
            results = numpy.asarray(run())
        except (RuntimeError, TypeError, ValueError):
            # multigammaln refuses a column in which a number is where it begins.
            return {"unsupported": True}
        results.tofile(request["file"])
        return {}

    def measure(request):
        run = work(request)
        return {"seconds": [seconds_of(run) for _ in range(request["passes"])]}

    answers = {"load": load, "compute": compute, "time": measure}
    gc.disable()  # a collection in the middle of a pass is not the library's time
    say({"version": version})
    for line in sys.stdin:
        request = json.loads(line)
        say(answers[request["do"]](request))


def seconds_of(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def say(answer):
    print(json.dumps(answer), flush=True)
