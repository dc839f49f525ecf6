"""TensorFlow in one thread, as program_peer.ts runs it: the functions of tf.math, which TensorFlow Probability builds on.

Gradients are the backward passes of its tape.
"""

import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = "-1"

try:
    import tensorflow as tf

    from serve import serve  # needs numpy
except ImportError as error:
    print(f"missing\t{error}", flush=True)
    raise SystemExit(0)

tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)

FUNCTIONS = {
    "i0": tf.math.bessel_i0,
    "i0e": tf.math.bessel_i0e,
    "i1": tf.math.bessel_i1,
    "i1e": tf.math.bessel_i1e,
    "lgamma": tf.math.lgamma,
    "digamma": tf.math.digamma,
}


def prepare(name, parameter, x):
    if x.dtype == "float16":
        return None
    x = tf.constant(x)
    if name == "polygamma":
        n = tf.fill(x.shape, tf.constant(parameter, x.dtype))
        return lambda: tf.math.polygamma(n, x)
    function = FUNCTIONS.get(name.removesuffix("Grad"))
    if function is None or name in FUNCTIONS:
        return function and (lambda: function(x))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = function(x)
    return lambda: tape.gradient(y, x)


serve(f"TensorFlow {tf.__version__}", prepare)
