import Model

/// Whether the readers of cards work that jukebox-cards reads.
enum RadioReaderChecks {
  static let all: [Check<InputFacts>] = [Check(.inputs, "readers", readers)]

  @Sendable static func readers(_ facts: InputFacts) -> [Finding.Outcome] {
    let working = facts.radioReaders.filter { $0.state == .works }.map(\.name)
    let faults = facts.radioReaders.filter { $0.state != .works && $0.state != .listening }.map(fault)
    let silent = facts.radioReaders.filter { $0.state == .listening }.map { reader in
      Finding.Outcome.note(
        "The card reader \(reader.name) (\(reader.kind)) has sent nothing since jukebox-cards started, and it cannot be asked: place a card on it. If none is read, check its wires: its TX at pin 10, and its power."
      )
    }
    return working.isEmpty
      ? faults + silent
      : faults + silent + [.well("\(Words.count(working.count, "card reader")): \(Words.list(working))")]
  }

  private static func fault(_ reader: InputFacts.RadioReader) -> Finding.Outcome {
    let (reason, remedy) = trouble(reader)
    return .fault(
      "The card reader \(reader.name) (\(reader.kind)) does not work: \(reason).",
      effect: "Cards on it do nothing.", remedy: remedy)
  }

  private static func trouble(_ reader: InputFacts.RadioReader) -> (reason: String, remedy: String) {
    let log = "journalctl -u jukebox-cards -n 20   shows the error"
    switch reader.state {
    case nil:
      return (
        "jukebox-cards does not report it",
        "sudo apt install jukebox-cards   or, if it is installed: sudo systemctl restart jukebox-cards"
      )
    case .missing?: return ("\(reader.device) does not exist", bus(of: reader))
    case .forbidden?:
      return (
        "\(reader.device.isEmpty ? "its device" : reader.device) may not be opened",
        "ls -l /dev/spidev* /dev/i2c-* /dev/tty[ASU]*   shows the groups: dialout, i2c or spi is expected"
      )
    case .wiring?:
      return (
        "what it sends is all 0 or all 1",
        "Check its wires: power 3.3 V, ground, and each data line by the table in docs/card-readers.md"
      )
    case .silent?:
      return (
        "it does not answer",
        reader.kind == "pn532"
          ? "Check its wires, and its switches for I2C, SPI or HSU" : "Check its power and its wires"
      )
    case .noService?:
      return (
        "the service pcscd does not answer",
        "sudo apt install pcscd   then sudo systemctl enable --now pcscd.socket"
      )
    case .unplugged?:
      return (
        "pcscd knows no such reader",
        "Plug it in; if it is: sudo modprobe -r pn533_usb   and sudo systemctl restart pcscd"
      )
    case .failed?, .works?, .listening?: return ("its device failed", log)
    }
  }

  /// The line of the configuration of the board that makes a bus appear.
  private static func bus(of reader: InputFacts.RadioReader) -> String {
    let file = "in /boot/firmware/config.txt, then restart"
    if reader.device.has("spidev") { return "dtparam=spi=on   \(file)" }
    if reader.device.has("i2c") {
      return "dtparam=i2c_arm=on   \(file); and: echo i2c-dev | sudo tee /etc/modules-load.d/i2c.conf"
    }
    if reader.device.has("ttyUSB") || reader.device.has("ttyACM") || reader.device.has("by-id") {
      return
        "ls /dev/serial/by-id   lists what is plugged in; then correct `device` in [reader \(reader.name)]"
    }
    return "enable_uart=1   \(file)"
  }
}
