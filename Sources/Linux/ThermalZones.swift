/// How hot the board is (`/sys/class/thermal`).
public enum ThermalZones {
  private static let most = 16

  /// Temperature of the hottest zone in °C; nil if the kernel lists none.
  public static func hottestCelsius() -> Double? {
    var hottest: Double?
    for zone in 0..<most {
      guard let file = try? HostFile.open("/sys/class/thermal/thermal_zone\(zone)/temp") else { break }
      guard let bytes = try? file.readAll(atMost: 32),
        let millidegrees = Int(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
      else { continue }
      hottest = max(hottest ?? -273, Double(millidegrees) / 1000)
    }
    return hottest
  }
}
