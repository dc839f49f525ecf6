"""SciPy, as program_peer.ts runs it. Gradients are the formulas that a user writes with numpy."""

try:
    import numpy as np
    import scipy
    from scipy.special import gammaln, i0, i0e, i1, i1e, multigammaln, polygamma, psi
except ImportError as error:
    print(f"missing\t{error}", flush=True)
    raise SystemExit(0)

from serve import serve

FUNCTIONS = {
    "i0": i0,
    "i0e": i0e,
    "i1": i1,
    "i1e": i1e,
    "lgamma": gammaln,
    "digamma": psi,
    "lgammaGrad": psi,
}

# Not ufuncs: they have no `out`.
FORMULAS = {
    "i0Grad": lambda x, _: i1(x),
    "i0eGrad": lambda x, _: i1e(x) - np.sign(x) * i0e(x),
    "i1Grad": lambda x, _: i0(x) - i1(x) / x,
    "i1eGrad": lambda x, _: i0e(x) - i1e(x) * (np.sign(x) + 1 / x),
    "digammaGrad": lambda x, _: polygamma(1, x),
    "polygamma": lambda x, n: polygamma(n, x),
    "polygammaGrad": lambda x, n: polygamma(n + 1, x),
    "multigammaln": lambda x, p: multigammaln(x, p),
    "multigammalnGrad": lambda x, p: sum(psi(x - i / 2) for i in range(p)),
}


def prepare(name, parameter, x):
    if name in FUNCTIONS:
        # Into an array that is there, as ours: fresh pages cost about a nanosecond per element.
        out = np.zeros_like(x)
        return lambda: FUNCTIONS[name](x, out=out)
    if name in FORMULAS:
        return lambda: FORMULAS[name](x, parameter)
    return None


np.seterr(all="ignore")  # results may be infinite, and NaN where a peer has no other answer
serve(f"SciPy {scipy.__version__}, numpy {np.__version__}", prepare)
