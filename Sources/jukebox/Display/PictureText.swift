import Client

/// A picture in words.
enum PictureText {
  /// Such as `JPEG, 84 KB, Miles/cover.jpg`.
  static func line(_ picture: Picture) -> String {
    let place = picture.source == "embedded" ? "in the song's file" : picture.file
    return "\(line(type: picture.type, size: picture.size)), \(place)"
  }

  /// Such as `JPEG, 84 KB`.
  static func line(type: String, size bytes: Int) -> String { "\(kind(type)), \(size(bytes))" }

  private static func kind(_ type: String) -> String {
    switch type {
    case "image/webp": "WebP"
    default: type.split(separator: "/").last.map { $0.uppercased() } ?? "a picture"
    }
  }

  /// In bytes, or thousands or millions of them, rounded.
  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) bytes"
    case ..<999_500: "\((bytes + 500) / 1000) KB"
    default: "\((bytes + 50_000) / 100_000 / 10).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}
