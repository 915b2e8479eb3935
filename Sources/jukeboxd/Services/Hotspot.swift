import Control
import Library
import Linux
import Model
import Player

/// The Wi-Fi of the card image. A script of root opens it and joins networks: it reads requests in one folder and writes
/// its state in another. Loop thread only.
final class Hotspot: EffectHandler {
  /// Folder of the daemon that the script watches.
  private let asked: String
  /// Folder of the script; it is there on the card image alone.
  private let told: String

  private static let mostSeen = 32
  private static let mostNameBytes = 32
  private static let passwordBytes = 8...63
  /// A key in place of the password (IEEE 802.11i).
  private static let keyDigits = 64

  /// - Parameter socket: of the daemon: the requests are beside it.
  convenience init(socket: String) {
    let end = socket.lastIndex(of: "/") ?? socket.startIndex
    self.init(asked: String(socket[..<end]), told: "/run/jukebox-network")
  }

  init(asked: String, told: String) { (self.asked, self.told) = (asked, told) }

  /// nil: this machine has no such Wi-Fi.
  var report: NetworkReport? {
    guard let text = try? HostFile.text(of: "\(told)/state") else { return nil }
    var report = NetworkReport()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      // One space separates; further ones belong to the name.
      let value = String(decoding: parts[1].utf8.dropFirst(), as: UTF8.self)
      switch parts[0] {
      case "state": report.state = value
      case "hotspot": report.hotspot = value
      case "name": report.name = value
      case "error": report.error = value
      default: break
      }
    }
    let seen = (try? HostFile.text(of: "\(told)/networks")) ?? ""
    report.seen = seen.split(separator: "\n").prefix(Self.mostSeen).map(String.init)
    return report
  }

  /// Has the script try a network.
  func join(_ name: String, password: String) throws(Refusal) {
    guard report?.state == "open" else {
      throw .failed(.noPermission, "The network can be changed only while the box's own Wi-Fi is open")
    }
    let isPlain = [name, password].allSatisfy {
      $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }
    guard isPlain, (1...Self.mostNameBytes).contains(name.utf8.count) else {
      throw .failed(.badArgument, "The name of a Wi-Fi has 1 to \(Self.mostNameBytes) bytes")
    }
    guard password.isEmpty || Self.isPassword(password) else {
      throw .failed(
        .badArgument, "The password of a Wi-Fi has 8 to 63 characters, or 64 hexadecimal digits")
    }
    // Quotes keep the spaces at their ends.
    try ask("network", "name = \"\(name)\"\npassword = \"\(password)\"\n")
  }

  private static func isPassword(_ text: String) -> Bool {
    passwordBytes.contains(text.utf8.count)
      || text.utf8.count == keyDigits && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  func handle(_ effect: Effect) -> Bool {
    guard case .perform(.hotspot) = effect else { return false }
    guard report != nil else {
      Log.notice("hotspot: only the card image can open its own Wi-Fi")
      return true
    }
    do throws(Refusal) { try ask("hotspot", "") } catch { Log.error("hotspot: \(error)") }
    return true
  }

  private func ask(_ file: String, _ text: String) throws(Refusal) {
    do throws(SystemError) {
      try HostFile.replace("\(asked)/\(file)", with: Array(text.utf8))
    } catch {
      throw Refusal(system: error)
    }
  }
}
