"""The common parts of proofs and benchmarks."""
from .checks import Tally, apart, run, wait_for, work_folder
from .daemon import ROOT, Daemon, program
from .protocol import Ack, Client, quoted

__all__ = ["ROOT", "Ack", "Client", "Daemon", "Tally", "apart", "program", "quoted", "run", "wait_for", "work_folder"]
