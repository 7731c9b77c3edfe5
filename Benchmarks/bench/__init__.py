"""What Odograph's figures are measured with: `scripts/bench --help`."""
import os

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder Benchmarks."""
KEPT = os.path.join(HERE, ".build/kept")
"""Simulated sessions and what else is kept from one run to the next."""
SWIFT = os.environ.get("ODOGRAPH_BENCHMARK", os.path.join(HERE, ".build/release/odograph-benchmark"))
"""The program for what only Swift can time or show."""
