"""PyTorch in one thread, as python_peer.ts runs it. Gradients are those of autograd."""

import json

try:
    import torch
    from torch.special import i0, i0e, i1, i1e

    from serve import serve  # needs numpy
except ImportError as error:
    print(json.dumps({"missing": str(error)}), flush=True)
    raise SystemExit(0)

FUNCTIONS = {"i0": i0, "i0e": i0e, "i1": i1, "i1e": i1e}


def prepare(name, x):
    x = torch.from_numpy(x)
    if name in FUNCTIONS:
        # Into a tensor that is there, as ours: fresh pages cost about a nanosecond per element.
        out = torch.zeros_like(x)
        return lambda: FUNCTIONS[name](x, out=out)
    function = FUNCTIONS.get(name.removesuffix("Grad"))
    return None if function is None else gradient(function, x)


def gradient(function, x):
    """The backward pass alone: what it needs of the forward pass is kept in the graph."""
    x = x.detach().requires_grad_()
    y = function(x)
    ones = torch.ones_like(y)
    return lambda: torch.autograd.grad(y, x, ones, retain_graph=True)[0]


torch.set_num_threads(1)
serve(f"PyTorch {torch.__version__}", prepare)
