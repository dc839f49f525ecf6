"""PyTorch in one thread, as program_peer.ts runs it. Gradients are those of autograd."""

try:
    import torch
    from torch.special import digamma, gammaln, i0, i0e, i1, i1e, multigammaln, polygamma

    from serve import serve  # needs numpy
except ImportError as error:
    print(f"missing\t{error}", flush=True)
    raise SystemExit(0)

FUNCTIONS = {"i0": i0, "i0e": i0e, "i1": i1, "i1e": i1e, "lgamma": gammaln, "digamma": digamma}

WITH_PARAMETER = {
    "polygamma": lambda n: lambda x, **options: polygamma(n, x, **options),
    "multigammaln": lambda p: lambda x, **options: multigammaln(x, p, **options),
}


def prepare(name, parameter, x):
    x = torch.from_numpy(x)
    plain = name.removesuffix("Grad")
    function = WITH_PARAMETER[plain](parameter) if plain in WITH_PARAMETER else FUNCTIONS.get(plain)
    if function is None:
        return None
    if name != plain:
        return gradient(function, x)
    # Into a tensor that is there, as ours: fresh pages cost about a nanosecond per element.
    out = torch.zeros_like(x)
    return lambda: function(x, out=out)


def gradient(function, x):
    """The backward pass alone: what it needs of the forward pass is kept in the graph."""
    x = x.detach().requires_grad_()
    y = function(x)
    ones = torch.ones_like(y)
    return lambda: torch.autograd.grad(y, x, ones, retain_graph=True)[0]


torch.set_num_threads(1)
serve(f"PyTorch {torch.__version__}", prepare)
