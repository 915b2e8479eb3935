"""How soon a control is heard: the bound that ARCHITECTURE.md states, in one place for all that measure it.

From the kernel's stamp of a press to the first sample that it changes: what the card holds, which plays out before a
pause or another volume is heard, and so much more.
"""

# The buffer of latency `normal` in the card.
KEPT_MS = 40
MEDIAN_MS = 10
WORST_MS = 30
WORST_SECONDS = WORST_MS / 1000
# While a board's processor rests its clock goes with the host's, and leaps by as much as a busy host is late to continue
# (harness/board.py): a leap between a press and its effect counts as if the daemon had taken it. So long a one is
# allowed for. The clock of a processor that never rests (`starved`) has none.
LEAP_SECONDS = 0.03
