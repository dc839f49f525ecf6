"""Runs jobs on Dask: a cluster of three workers on this machine, which are processes of their own."""

import contextlib
import os

import dask
from distributed import Client, LocalCluster

import driver

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Cluster:
    def __init__(self, client):
        self.client = client

    def workers(self):
        return list(self.client.run(os.getpid).values())

    def run_pieces(self, job):
        self.run(lambda piece: driver.run_piece(job, piece), range(1, job["parts"] + 1))

    def run_batches(self, job):
        import pyarrow as pa
        import pyarrow.parquet as pq

        def add_columns(name):
            batches = pq.ParquetFile(f"{job['table']}/{name}").iter_batches(2000)
            return pa.Table.from_batches([result for batch in batches for result in driver.add_column(job, batch)])

        return pa.concat_tables(self.run(add_columns, sorted(os.listdir(job["table"]))))

    def run(self, function, items):
        return self.client.gather(self.client.map(function, items, retries=100, pure=False))


@contextlib.contextmanager
def open_cluster():
    os.environ["PYTHONPATH"] = FOLDER  # of the workers, which import driver
    dask.config.set({"distributed.scheduler.allowed-failures": 100})
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster, Client(cluster) as client:
        yield Cluster(client)


if __name__ == "__main__":
    driver.serve(open_cluster)
