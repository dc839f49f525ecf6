"""Runs jobs on Spark: a cluster of two workers on this machine, each with an executor of its own process."""

import contextlib
import os
import shutil
import sys
import tempfile

import pyspark
from pyspark.sql import SparkSession

import driver

FOLDER = os.path.dirname(os.path.abspath(__file__))
TRIES = 100  # a task that fails is started again; by default 4 times


class Cluster:
    def __init__(self, session):
        self.session = session

    def workers(self):
        return driver.descendants("CoarseGrainedExecutorBackend")

    def run_pieces(self, job):
        pieces = range(1, job["parts"] + 1)
        self.session.sparkContext.parallelize(pieces, len(pieces)).map(lambda piece: driver.run_piece(job, piece)).collect()

    def run_batches(self, job):
        def add_columns(batches):
            for batch in batches:
                yield from driver.add_column(job, batch)

        table = self.session.read.parquet(job["table"])
        fields = ", ".join(f"`{name}` {kind}" for name, kind in [*table.dtypes, *job["added"]])
        return table.mapInArrow(add_columns, fields).toArrow()


@contextlib.contextmanager
def open_cluster():
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = FOLDER  # of the executors, which import driver
    with tempfile.TemporaryDirectory() as folder:
        options = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.executor.memory": "512m",
            "spark.local.dir": folder,
            "spark.sql.files.openCostInBytes": "128m",  # as much as a task reads: one file each
            "spark.task.maxFailures": str(TRIES),
            "spark.deploy.maxExecutorRetries": "-1",
            "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
        }
        builder = SparkSession.builder.master("local-cluster[2,1,512]")
        for name, value in options.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("OFF")
        try:
            yield Cluster(session)
        finally:
            application = session.sparkContext.applicationId
            session.stop()
            # The workers write the logs of their executors there, and leave them.
            shutil.rmtree(f"{os.environ['SPARK_HOME']}/work/{application}", ignore_errors=True)


driver.serve(open_cluster)
