"""Log-likelihoods that other libraries were reported to get wrong, with their true values by mpmath.

Writes tests/data/likelihood_bugs.tsv: the issue, the expression, its inputs, the true value, and what was reported.
Run it with Debian's Python: /usr/bin/python3 tools/mpmath_reference/likelihoods.py
"""

import json
import os

from mpmath import digamma, exp, log, loggamma, mp, mpf

# lgamma(1e308) has 311 digits before its point.
mp.dps = 400

NB2 = "lgamma(n + phi) - lgamma(phi) - lgamma(n + 1) + phi * log(phi / (phi + mu)) + n * log(mu / (phi + mu))"
NB = "lgamma(n + a) - lgamma(a) - lgamma(n + 1) + a * log(b / (1 + b)) - n * log1p(b)"
BB = "lchoose(n, k) + lbeta(k + a, n - k + b) - lbeta(a, b)"
POISSON = "n * log(mu) - mu - lgamma(n + 1)"


def lbeta(a, b):
    return loggamma(a) + loggamma(b) - loggamma(a + b)


def nb2(n, mu, phi):
    return (
        loggamma(n + phi) - loggamma(phi) - loggamma(n + 1)
        + phi * log(phi / (phi + mu)) + n * log(mu / (phi + mu))
    )


def bb(k, n, a, b):
    choose = loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1)
    return choose + lbeta(k + a, n - k + b) - lbeta(a, b)


STAN = "stan-dev/math#"
CASES = [
    (STAN + "428", NB2, dict(n=3, mu=8, phi=1e15), nb2, "positive"),
    *[
        (STAN + "463", NB2, dict(n=100, mu=8, phi=float("1e%d" % (13 + i))), nb2, reported)
        for i, reported in enumerate("-163.812 -163.5 -160 -128 0 8192 0 0 0 0".split())
    ],
    (
        STAN + "1495", NB2.replace("mu", "exp(eta)"), dict(n=39, eta=4, phi=6e16),
        lambda n, eta, phi: nb2(n, exp(eta), phi), "256",
    ),
    (STAN + "1496", NB2, dict(n=181, mu=13, phi=1e5 - 1e-8), nb2, "-312.05065787932836"),
    (STAN + "1496", NB2, dict(n=181, mu=13, phi=1e5 + 1e-8), nb2, "-312.19077641210203"),
    (STAN + "1496", NB2, dict(n=121358, mu=13, phi=1e5 + 1e-8), nb2, "-988062.09132748179"),
    (
        STAN + "1578", "grad(%s, a)" % NB, dict(n=0, a=1e10 + 1, b=0.8),
        lambda n, a, b: digamma(n + a) - digamma(a) + log(b / (1 + b)), "-1.25",
    ),
    (
        STAN + "1578", "grad(%s, b)" % NB, dict(n=0, a=1e10 + 1, b=0.8),
        lambda n, a, b: a / (b * (1 + b)) - n / (1 + b), "1.56e10",
    ),
    (STAN + "1611", "lbeta(a, b)", dict(a=1e20, b=3), lbeta, "0"),
    (STAN + "1611", "lbeta(a, b)", dict(a=3e15, b=12895), lbeta, "-350384"),
    (
        "scipy/scipy#25625", POISSON, dict(n=5e15, mu=5e15),
        lambda n, mu: n * log(mu) - mu - loggamma(n + 1), "0.0",
    ),
    *[
        (STAN + "2508", BB, dict(k=500, n=1000, a=0.5 * shape, b=0.5 * shape), bb, reported)
        for shape, reported in [(1e10, "-3.67992"), (1e13, "-3.6802"), (1e19, "689.467")]
    ],
    *[
        ("jax-ml/jax#40653", "lbeta(a, b)", dict(a=a, b=b), lbeta, "too large by a")
        for a, b in [(2, 8.988465674311582e307), (2, 1e308), (1.5, 1e308), (3, 1e308)]
    ],
    ("jax-ml/jax#19318", BB, dict(k=0, n=0, a=2, b=3), bb, "nan"),
    ("tensorflow/tensorflow#32135", "lbeta(a, b)", dict(a=10, b=20), lbeta, "-19.115334"),
    ("pyro-ppl/numpyro#563", NB2, dict(n=3e9, mu=3e9, phi=500), nb2, "noise"),
]

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/data")
with open(os.path.join(folder, "likelihood_bugs.tsv"), "w") as file:
    for source, text, inputs, value, reported in CASES:
        true = float(value(**{name: mpf(float(x)) for name, x in inputs.items()}))
        print(source, text, json.dumps(inputs), repr(true), reported, sep="\t", file=file)
