import Control
import Inputs
import Linux
import Model

/// What the inputs say of themselves, in the protocol's words.
final class InputsJoin: InputReporting {
  private let devices: InputDevices

  init(devices: InputDevices) { self.devices = devices }

  var inputs: [InputReport] {
    devices.status.map { status in
      var report = InputReport(name: status.name, kind: status.kind.rawValue, place: status.place)
      report.trouble = status.trouble
      report.actions = status.actions
      report.lastAction = status.lastAction?.description
      report.lastNanoseconds = status.lastTime?.nanoseconds
      report.look = status.look
      return report
    }
  }
}
