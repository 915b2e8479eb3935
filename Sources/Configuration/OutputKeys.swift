/// The table of the keys in `[output NAME]`.
enum OutputKeys {
  static let output: [SettingKey<OutputSettings>] = [
    SettingKey("type", ifAny: \.kind, .choice),
    SettingKey("path", ifAny: \.path, .path),
    SettingKey(
      "format", \.format,
      .described("RATE:BITS:2, such as 44100:16:2, with 16, 24 or 32 bits") { OutputFormat($0) }),
    SettingKey(
      "listen", ifAny: \.listen, .described("HOST:PORT, such as 0.0.0.0:8000") { NetworkAddress($0) }),
    SettingKey("clients", \.clients, .number(1...32)),
  ]
}
