"""The Python side of program_peer.ts: a request per line, an answer per line, fields between tabs.

    compute  NAME  PARAMETER  TYPE  INPUT  OUTPUT    computes the file INPUT into the file OUTPUT: "done"
    time     NAME  PARAMETER  TYPE  INPUT  PASSES    "seconds" of each pass

NAME is that of a function or gradient (polygammaGrad), PARAMETER 0 for those that have none. Files hold the elements of
the TYPE and nothing else. What the peer does not have, or refuses, is answered by "unsupported". The process stays up,
so that its passes take turns with those of others.
"""

import gc
import sys
import time

import numpy


def serve(version, prepare):
    """prepare(name, parameter, x) gives a function without arguments that computes, or None."""
    prepared = {}

    def work(*key):
        if key not in prepared:
            name, parameter, kind, file = key
            prepared[key] = prepare(name, int(parameter), numpy.fromfile(file, kind))
        return prepared[key]

    def compute(output, run):
        try:
            results = None if run is None else numpy.asarray(run())
        except (RuntimeError, TypeError, ValueError):
            # multigammaln refuses a column in which a number is where it begins.
            results = None
        if results is None:
            return ["unsupported"]
        results.tofile(output)
        return ["done"]

    def measure(passes, run):
        return ["seconds", *(str(seconds_of(run)) for _ in range(int(passes)))]

    answers = {"compute": compute, "time": measure}
    gc.disable()  # a collection in the middle of a pass is not the library's time
    answer("version", version)
    for line in sys.stdin:
        request, *key, last = line.rstrip("\n").split("\t")
        answer(*answers[request](last, work(*key)))


def seconds_of(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def answer(*fields):
    print("\t".join(fields), flush=True)
