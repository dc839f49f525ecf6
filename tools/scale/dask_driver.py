"""Runs pieces on Dask: one job for each line of standard input, as JSON. Prints a line for each.

Workers are processes of their own. Some are killed while they work: Dask gives the piece to another,
while the specol of the dead worker may still be running. The next job gets a new cluster then.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading

import dask
from distributed import Client, LocalCluster


def run_piece(script, folder, piece):
    """Runs a piece. A status other than 0 must raise, so that Dask runs it again."""
    subprocess.run(["bash", script, folder, str(piece)], check=True, stdin=subprocess.DEVNULL)


def filter_stream(command, stream):
    """Gives the bytes of an Arrow stream to specol, and returns those of another."""
    return subprocess.run(command, input=stream, stdout=subprocess.PIPE, check=True).stdout


def streams_of(path):
    """The batches of an Arrow stream, each as the bytes of a stream of its own."""
    import pyarrow as pa

    with pa.ipc.open_stream(path) as reader:
        for batch in reader:
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, reader.schema) as writer:
                writer.write_batch(batch)
            yield sink.getvalue().to_pybytes()


def run_filter(client, job):
    streams = list(streams_of(job["input"]))
    futures = client.map(lambda stream: filter_stream(job["command"], stream), streams, pure=False)
    for i, result in enumerate(client.gather(futures), 1):
        with open(f"{job['folder']}/out.{i}", "wb") as file:
            file.write(result)
    return {"pieces": len(streams), "workers": 0}


def kill_worker(client, delay):
    pids = list(client.run(os.getpid).values())
    timer = threading.Timer(delay, lambda: os.kill(random.choice(pids), signal.SIGKILL))
    timer.start()
    return timer


def run_pieces(client, job):
    random.seed(job["seed"])
    kills = random.random() < 0.3
    timer = kill_worker(client, random.random() * 2) if kills else None
    folder, script = job["folder"], job["script"]
    futures = client.map(
        lambda piece: run_piece(script, folder, piece), range(1, job["parts"] + 1), retries=20, pure=False
    )
    client.gather(futures)
    if timer is not None:
        timer.join()
    return {"pieces": job["parts"], "workers": int(kills)}


def main():
    dask.config.set({"distributed.scheduler.allowed-failures": 100})
    lines = iter(sys.stdin)
    line = next(lines, None)
    while line is not None:
        with LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster, Client(cluster) as client:
            is_whole = True
            while line is not None and is_whole:
                job = json.loads(line)
                done = run_filter(client, job) if "input" in job else run_pieces(client, job)
                print(json.dumps(done), flush=True)
                is_whole = done["workers"] == 0
                line = next(lines, None)


if __name__ == "__main__":
    main()
