"""The table: what was measured, what it should be, and whether it is."""
import os
import pathlib
import platform
import statistics


def median(values):
    return statistics.median(values)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-len(ordered) * share // 100) - 1))] if ordered else float("nan")


class Report:
    def __init__(self):
        self.met = self.missed = 0
        self.unknown = []

    def section(self, title):
        print(f"\n{title}", flush=True)

    def line(self, name, text):
        """A number without a goal."""
        print(f"  {name:<46} {text}", flush=True)

    def goal(self, name, value, most, unit="", digits=2):
        good = value <= most
        self.met += good
        self.missed += not good
        print(f"  {name:<46} {value:9.{digits}f}{unit}   goal at most {round(most, digits):g}{unit}: {'yes' if good else 'NO'}",
              flush=True)

    def missing(self, name, reason):
        self.unknown.append(name)
        print(f"  {name:<46} not measured: {reason}", flush=True)

    def close(self):
        print(f"\n{self.met} goals met, {self.missed} missed, {len(self.unknown)} not measured", flush=True)


def machine(mpd):
    """The circumstances of the numbers."""
    model = platform.machine()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            model = line.partition(":")[2].strip()
            break
    governor = pathlib.Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2 ** 30
    system = next((line.partition("=")[2].strip('"') for line in
                   pathlib.Path("/etc/os-release").read_text().splitlines() if line.startswith("PRETTY_NAME")), "")
    print(f"{model}, {os.cpu_count()} cores, {memory:.1f} GiB, {system}, Linux {platform.release()}, "
          f"governor {governor.read_text().strip() if governor.exists() else 'unknown'}")
    print(f"load {' '.join(f'{each:.2f}' for each in os.getloadavg())}; beside {mpd}")
    if os.getloadavg()[0] > 0.5:
        print("the machine is not idle: take the latencies with a grain of salt")
