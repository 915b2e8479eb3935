/// Names of files that every file system of a stick takes: FAT and exFAT refuse more than Linux does.
package enum SafeName {
  /// FAT and exFAT take 255 units of UTF-16, ext4 255 bytes.
  private static let mostBytes = 255
  private static let mostUnits = 255
  private static let refused = Array("<>:\"|?*\\/".unicodeScalars)
  /// Names of devices of Windows, with any extension.
  private static let devices: Set<String> = Set(
    ["con", "prn", "aux", "nul"]
      + ["com", "lpt"].flatMap { kind in "0123456789¹²³".map { "\(kind)\($0)" } })

  /// The nearest name that is taken everywhere. An extension of at most 15 bytes stays whole.
  /// - Parameter number: of several files with the same name, from 1: ` (2)` stands before the extension then.
  package static func of(_ name: String, number: Int = 1) -> String {
    var scalars = name.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control || refused.contains(scalar) ? "_" : scalar
    }
    while scalars.last == "." || scalars.last == " " { scalars.removeLast() }
    if scalars.isEmpty { scalars = ["_"] }
    if scalars[0] == "." { scalars[0] = "_" }
    var plain = String(String.UnicodeScalarView(scalars))
    let device = plain.prefix { $0 != "." }.lowercased().reversed().drop { $0 == " " }.reversed()
    if devices.contains(String(device)) || FileNames.isPassedOver(Array(plain.utf8)) { plain = "_" + plain }
    let dot = plain.lastIndex(of: ".").flatMap { plain[$0...].utf8.count <= 16 ? $0 : nil } ?? plain.endIndex
    let ending = (number > 1 ? " (\(number))" : "") + plain[dot...]
    var stem = plain[..<dot]
    while stem.utf8.count + ending.utf8.count > mostBytes || stem.utf16.count + ending.utf16.count > mostUnits
    {
      stem.removeLast()
    }
    // The cut may leave one at the end.
    while ending.isEmpty, stem.last == " " || stem.last == "." { stem.removeLast() }
    return stem + ending
  }
}
