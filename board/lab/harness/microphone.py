"""A microphone of its own on a board, at an HDA controller."""
DEVICES = ("-audiodev", "none,id=silence,in.frequency=48000", "-device", "ich9-intel-hda,id=hda,bus=pcie.0",
           "-device", "hda-micro,bus=hda.0,audiodev=silence")
# Prints the controller's folder.
FIND = ("for card in /sys/class/sound/card*; do case $(readlink -f $card/device) in */pci*/*usb*) ;; "
        "*/pci*) readlink -f $card/device;; esac; done")


def find(board):
    """The controller's folder, and the lines of the configuration for its microphone."""
    device = board.wait("the microphone", lambda: board.run(FIND).strip())
    number = board.run(f"cat {device}/sound/card*/number")
    return device, f"[audio]\ncapture-device = plughw:{number}\n"
