"""Runs jobs on Ray: two worker processes on this machine."""

import contextlib
import os

import pyarrow
import ray
import ray.data

import driver

FOLDER = os.path.dirname(os.path.abspath(__file__))
STARTS = 10
RETRIES = {"max_retries": 100, "retry_exceptions": True}


class Cluster:
    def workers(self):
        # Ray restarts tasks, but not its own agents and actors, such as ray::FooterReader. An idle process may be
        # about to become one of these, so it is left alone.
        return driver.descendants("^ray::(run_piece|MapBatches|Read)")

    def run_pieces(self, job):
        run_piece = ray.remote(**RETRIES)(driver.run_piece)
        ray.get([run_piece.remote(job, piece) for piece in range(1, job["parts"] + 1)])

    def run_batches(self, job):
        def add_columns(table):
            return pyarrow.Table.from_batches(
                [result for batch in table.combine_chunks().to_batches() for result in driver.add_column(job, batch)]
            )

        table = ray.data.read_parquet(job["table"], ray_remote_args=RETRIES)
        results = table.map_batches(add_columns, batch_format="pyarrow", batch_size=2000, **RETRIES)
        return pyarrow.concat_tables(ray.get(results.to_arrow_refs()))


def start():
    """Starts Ray. On a busy machine that takes longer than the half minute that it allows."""
    for attempt in range(1, STARTS + 1):
        try:
            ray.init(
                num_cpus=2,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="CRITICAL",
                _node_ip_address="127.0.0.1",
                object_store_memory=200_000_000,
            )
            return
        except Exception:
            if attempt == STARTS:
                raise
            ray.shutdown()


@contextlib.contextmanager
def open_cluster():
    os.environ["PYTHONPATH"] = FOLDER  # of the workers, which import driver
    os.environ["RAY_worker_register_timeout_seconds"] = "600"
    start()
    ray.data.DataContext.get_current().enable_progress_bars = False
    try:
        yield Cluster()
    finally:
        ray.shutdown()


driver.serve(open_cluster)
