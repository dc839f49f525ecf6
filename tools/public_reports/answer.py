"""Answers the calls of reports.json with the libraries that are installed: one line of JSON for each library.

A library without a function answers null. Gradients of SciPy are the formulas that people write; those of the others come
from their automatic differentiation.
"""

import json
import os
import sys
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
warnings.simplefilter("ignore")


def scipy_peer():
    import numpy as np
    import scipy
    import scipy.special as s

    np.seterr(all="ignore")
    calls = {
        "i0": s.i0, "i1": s.i1, "lgamma": s.gammaln, "digamma": s.digamma,
        "i0Grad": s.i1, "i1Grad": lambda x: s.i0(x) - s.i1(x) / x,
        "i0eGrad": lambda x: s.i1e(x) - np.sign(x) * s.i0e(x),
        "i1eGrad": lambda x: s.i0e(x) - s.i1e(x) * (np.sign(x) + 1 / x),
        "polygamma": lambda x, n: s.polygamma(n, x), "multigammaln": s.multigammaln,
    }
    return "SciPy", scipy.__version__, calls, np.float64


def jax_peer():
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp
    import jax.scipy.special as s

    calls = {
        "i0": s.i0, "i1": s.i1, "lgamma": s.gammaln, "digamma": s.digamma,
        "i0Grad": jax.grad(s.i0), "i1Grad": jax.grad(s.i1), "i0eGrad": jax.grad(s.i0e), "i1eGrad": jax.grad(s.i1e),
        "polygamma": lambda x, n: s.polygamma(n, x), "multigammaln": s.multigammaln,
    }
    return "JAX", jax.__version__, calls, jnp.float64


def torch_peer():
    import torch

    s = torch.special

    def grad(function):
        def of(x):
            x = x.clone().requires_grad_(True)
            function(x).backward()
            return x.grad

        return of

    calls = {
        "i0": s.i0, "i1": s.i1, "lgamma": torch.lgamma, "digamma": s.digamma,
        "i0Grad": grad(s.i0), "i1Grad": grad(s.i1), "i0eGrad": grad(s.i0e), "i1eGrad": grad(s.i1e),
        "polygamma": lambda x, n: s.polygamma(n, x), "multigammaln": s.multigammaln,
    }
    return "PyTorch", torch.__version__, calls, lambda x: torch.tensor(x, dtype=torch.float64)


def tensorflow_peer():
    import tensorflow as tf

    m = tf.math

    def grad(function):
        def of(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = function(x)
            return tape.gradient(y, x)

        return of

    calls = {
        "i0": m.bessel_i0, "i1": m.bessel_i1, "lgamma": m.lgamma, "digamma": m.digamma,
        "i0Grad": grad(m.bessel_i0), "i1Grad": grad(m.bessel_i1),
        "i0eGrad": grad(m.bessel_i0e), "i1eGrad": grad(m.bessel_i1e),
        "polygamma": lambda x, n: m.polygamma(tf.constant(float(n), tf.float64), x),
    }
    return "TensorFlow", tf.__version__, calls, lambda x: tf.constant(x, dtype=tf.float64)


reports = json.load(open(sys.argv[1]))
for peer in (scipy_peer, jax_peer, torch_peer, tensorflow_peer):
    try:
        name, version, calls, number = peer()
    except ImportError:
        continue
    answers = []
    for report in reports:
        function = calls.get(report["call"])
        args = [report["parameter"]] if "parameter" in report else []
        try:
            answers.append(None if function is None else repr(float(function(number(float(report["x"])), *args))))
        except Exception as error:  # what a library refuses is an answer too
            answers.append(type(error).__name__)
    print(json.dumps({"name": name, "version": version, "answers": answers}), flush=True)
