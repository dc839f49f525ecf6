"""SciPy, as python_peer.ts runs it. Gradients are the formulas that a user writes with numpy."""

import json

try:
    import numpy as np
    import scipy
    from scipy.special import i0, i0e, i1, i1e
except ImportError as error:
    print(json.dumps({"missing": str(error)}), flush=True)
    raise SystemExit(0)

from serve import serve

FUNCTIONS = {"i0": i0, "i0e": i0e, "i1": i1, "i1e": i1e}

GRADIENTS = {
    "i0Grad": lambda x: i1(x),
    "i0eGrad": lambda x: i1e(x) - np.sign(x) * i0e(x),
    "i1Grad": lambda x: i0(x) - i1(x) / x,
    "i1eGrad": lambda x: i0e(x) - i1e(x) * (np.sign(x) + 1 / x),
}


def prepare(name, x):
    if name in FUNCTIONS:
        # Into an array that is there, as ours: fresh pages cost about a nanosecond per element.
        out = np.zeros_like(x)
        return lambda: FUNCTIONS[name](x, out=out)
    if name in GRADIENTS:
        return lambda: GRADIENTS[name](x)
    return None


serve(f"SciPy {scipy.__version__}, numpy {np.__version__}", prepare)
