"""JAX on one core, as program_peer.ts runs it: functions compiled by jit, gradients by its differentiation."""

import os

# XLA takes as many threads as there are cores that it may use.
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
os.environ["JAX_PLATFORMS"] = "cpu"

try:
    import jax
    from jax.scipy.special import digamma, gammaln, i0, i0e, i1, i1e, multigammaln, polygamma

    from serve import serve  # needs numpy
except ImportError as error:
    print(f"missing\t{error}", flush=True)
    raise SystemExit(0)

jax.config.update("jax_enable_x64", True)

FUNCTIONS = {"i0": i0, "i0e": i0e, "i1": i1, "i1e": i1e, "lgamma": gammaln, "digamma": digamma}

WITH_PARAMETER = {
    "polygamma": lambda n: lambda x: polygamma(n, x),
    "multigammaln": lambda p: lambda x: multigammaln(x, p),
}


# One for each function: jit compiles it once for all inputs of a type.
compiled = {}


def compile(name, parameter):
    plain = name.removesuffix("Grad")
    function = WITH_PARAMETER[plain](parameter) if plain in WITH_PARAMETER else FUNCTIONS.get(plain)
    if function is None or name == plain:
        return function and jax.jit(function)
    return jax.jit(lambda x: jax.vjp(function, x)[1](jax.numpy.ones_like(x))[0])


def prepare(name, parameter, x):
    key = (name, parameter)
    if key not in compiled:
        compiled[key] = compile(*key)
    function = compiled[key]
    x = jax.device_put(x)
    return function and (lambda: function(x).block_until_ready())


serve(f"JAX {jax.__version__}", prepare)
