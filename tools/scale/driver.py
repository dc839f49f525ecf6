"""What the drivers of Dask, Spark and Ray share: one job for each line of standard input, as JSON, and a line for each answer.

A job has pieces, which piece.sh runs, or a folder of Parquet files, whose batches go through specol as streams of Arrow.
specol is killed at random in either, and so are workers, while they work.
"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading

ATTEMPTS = 4  # the last is left alone, so that every job ends


def run_piece(job, piece):
    """Runs a piece. A status other than 0 must raise, so that the engine runs it again."""
    subprocess.run(["bash", job["script"], job["folder"], str(piece)], check=True, stdin=subprocess.DEVNULL)
    return piece


def add_column(job, batch):
    """Gives a batch of Arrow to specol, which is sometimes killed, and returns the batches that it writes."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    first = batch.column("i")[0].as_py()
    attempt = count_attempt(job["folder"], first)
    chance = random.Random(f"{job['seed']} {first} {attempt}")
    child = subprocess.Popen(job["command"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    is_doomed = attempt < ATTEMPTS and chance.random() < 0.6
    timer = threading.Timer(0.3 * chance.random(), child.kill)
    if is_doomed:
        timer.start()
    output, _ = child.communicate(sink.getvalue())
    timer.cancel()
    if child.returncode == -signal.SIGKILL:
        open(f"{job['folder']}/killed.{first}.{attempt}", "w").close()
    if child.returncode != 0:
        raise RuntimeError(f"specol ended with status {child.returncode}")
    return list(pa.ipc.open_stream(output))


def count_attempt(folder, name):
    """Returns the number of this attempt, counted in files, since attempts share no memory."""
    attempt = 1
    while True:
        try:
            os.close(os.open(f"{folder}/attempt.{name}.{attempt}", os.O_CREAT | os.O_EXCL))
            return attempt
        except FileExistsError:
            attempt += 1


def descendants(pattern):
    """The processes below this one whose command matches a pattern."""
    parents, marked = {}, []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat, open(f"/proc/{pid}/cmdline") as command:
                parents[int(pid)] = int(stat.read().rsplit(")", 1)[1].split()[1])
                if re.search(pattern, command.read()):
                    marked.append(int(pid))
        except OSError:
            pass  # it has ended

    def is_ours(pid):
        while pid in parents:
            pid = parents[pid]
            if pid == os.getpid():
                return True
        return False

    return [pid for pid in marked if is_ours(pid)]


def kill_one(workers):
    """Kills a worker and returns how many were killed: it may have ended."""
    pids = workers()
    try:
        os.kill(random.choice(pids), signal.SIGKILL)
        return 1
    except (IndexError, ProcessLookupError):
        return 0


def run_job(cluster, job):
    """Runs a job, during which a worker may be killed, and returns how many were."""
    random.seed(job["seed"])
    killed = []
    timer = threading.Timer(random.random() * 2, lambda: killed.append(kill_one(cluster.workers)))
    if random.random() < 0.3:
        timer.start()
    if "table" in job:
        import pyarrow as pa

        table = cluster.run_batches(job).sort_by("i")
        with pa.ipc.new_stream(f"{job['folder']}/out.arrows", table.schema) as writer:
            writer.write_table(table)
    else:
        cluster.run_pieces(job)
    timer.cancel()
    if timer.is_alive():
        timer.join()
    return sum(killed)


def serve(open_cluster):
    """open_cluster makes a context of a cluster with workers(), run_pieces(job) and run_batches(job)."""
    # Engines print to standard output what they like, which is no answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with open_cluster() as cluster:
        for line in sys.stdin:
            job = json.loads(line)
            killed = run_job(cluster, job)
            batches = sum(name.startswith("attempt.") and name.endswith(".1") for name in os.listdir(job["folder"]))
            print(json.dumps({"pieces": batches, "workers": killed}), file=answers, flush=True)
