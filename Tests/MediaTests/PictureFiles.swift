import Model

@testable import Media

/// Files with pictures in them, of every format, made byte by byte.
enum PictureFiles {
  /// Bytes that count as a picture of a kind, `count` of them.
  static func picture(_ kind: PictureKind = .png, _ count: Int = 1000) -> [UInt8] {
    let head: [UInt8] =
      switch kind {
      case .jpeg: [0xFF, 0xD8, 0xFF, 0xE0]
      case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      case .webp: Array("RIFF".utf8) + [9, 9, 9, 9] + Array("WEBP".utf8)
      case .gif: Array("GIF89a".utf8)
      case .bmp: Array("BM".utf8) + [9, 9, 9, 9, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
      }
    // Every pair of bytes comes, 0xFF before 0 and before 0xE0 among them.
    var bytes = head
    for index in 0..<max(0, count - head.count) {
      bytes.append(index & 1 == 0 ? 0xFF : UInt8(index / 2 * 37 & 0xFF))
    }
    return bytes
  }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  static func little(_ number: Int) -> [UInt8] { big(number).reversed() }
  static func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }

  // MARK: ID3v2

  static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      out.append(byte)
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0xFF, next == 0 || next >= 0xE0 { out.append(0) }
    }
    return out
  }

  /// A frame's content.
  static func attached(
    _ picture: [UInt8], type: UInt8 = 3, version: UInt8 = 3, encoding: UInt8 = 0, description: [UInt8] = [0],
    name: String? = nil
  ) -> [UInt8] {
    var content = [encoding] + text(name ?? (version == 2 ? "PNG" : "image/png"))
    if version > 2 { content.append(0) }
    content.append(type)
    return content + description + picture
  }

  /// A frame of 2.3 or 2.4.
  static func frame(_ name: String, _ content: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
    text(name) + (version == 4 ? synchsafe(content.count) : big(content.count)) + [0, flags] + content
  }

  /// A frame with a picture.
  static func frame(_ content: [UInt8], version: UInt8 = 3, flags: UInt8 = 0, size: Int? = nil) -> [UInt8] {
    let size = size ?? content.count
    if version == 2 { return text("PIC") + big(size, 3) + content }
    return text("APIC") + (version == 4 ? synchsafe(size) : big(size)) + [0, flags] + content
  }

  static func id3(_ body: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
    let head: [UInt8] = text("ID3") + [version, 0, flags]
    return head + synchsafe(body.count) + body
  }

  // MARK: FLAC

  static let streamInfo: [UInt8] = {
    var info: [UInt8] = [16, 0, 16, 0, 0, 0, 0, 0, 0, 0]
    let (rate, channels, bits, frames) = (44_100 << 44, 1 << 41, 15 << 36, 1000)
    info += big(rate | channels | bits | frames, 8)
    return info + [UInt8](repeating: 0, count: 16)
  }()

  static func block(_ type: UInt8, _ body: [UInt8], isLast: Bool = false) -> [UInt8] {
    [type | (isLast ? 0x80 : 0)] + big(body.count, 3) + body
  }

  /// A block's content.
  static func pictured(
    _ picture: [UInt8], type: Int = 3, name: String = "image/png", size: Int? = nil
  ) -> [UInt8] {
    var block = big(type) + big(name.utf8.count) + text(name)
    block += big(4) + text("Cöv") + [UInt8](repeating: 0, count: 16)
    return block + big(size ?? picture.count) + picture
  }

  static func flac(_ blocks: [[UInt8]]) -> [UInt8] {
    var file = text("fLaC") + block(0, streamInfo)
    for block in blocks { file += block }
    return file + block(1, [0, 0], isLast: true)
  }

  // MARK: Vorbis comments and Ogg

  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(bytes.count, start + 3)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }

  static func comments(_ comments: [[UInt8]], counted: Int? = nil) -> [UInt8] {
    var packet = little(4) + text("test") + little(counted ?? comments.count)
    for comment in comments { packet += little(comment.count) + comment }
    return packet
  }

  static func comment(_ key: String, _ value: [UInt8]) -> [UInt8] { text("\(key)=") + value }

  /// Each packet begins on a page of its own.
  static func ogg(_ packets: [[UInt8]]) -> [UInt8] {
    var file: [UInt8] = []
    var sequence: UInt32 = 0
    for (number, packet) in packets.enumerated() {
      let lacing = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
      var rest = packet[...]
      for start in stride(from: 0, to: lacing.count, by: 255) {
        let part = lacing[start..<min(lacing.count, start + 255)]
        let size = part.reduce(0) { $0 + Int($1) }
        file += OggPage.bytes(
          flags: start > 0 ? 1 : number == 0 ? 2 : 0, serial: 7, sequence: sequence, lacing: part,
          body: rest.prefix(size))
        rest = rest.dropFirst(size)
        sequence += 1
      }
    }
    return file
  }

  static func opus(_ comments: [UInt8]) -> [UInt8] {
    let head = text("OpusHead") + [1, 2, 0, 0] + little(48_000) + [0, 0, 0]
    return ogg([head, text("OpusTags") + comments, [0xFC, 0, 0]])
  }

  static func vorbis(_ comments: [UInt8]) -> [UInt8] {
    let name = text("vorbis")
    var head = [1] + name + little(0)
    head += [2] + little(44_100)
    head += [UInt8](repeating: 0, count: 12) + [0xB8, 1]
    var packet = [3] + name
    packet += comments + [1]
    return ogg([head, packet, [5] + name, [0, 0]])
  }

  static func oggFLAC(_ blocks: [[UInt8]]) -> [UInt8] {
    var head = [0x7F] + text("FLAC")
    head += [1, 0] + big(blocks.count, 2)
    head += text("fLaC") + block(0, streamInfo)
    return ogg([head] + blocks + [[0xFF, 0xF8, 0, 0]])
  }

  /// An APE tag, as it stands at a file's end.
  static func ape(_ items: [(key: String, flags: UInt8, value: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for item in items {
      body += little(item.value.count) + [item.flags, 0, 0, 0]
      body += text(item.key) + [0] + item.value
    }
    let (size, count) = (body.count + 32, items.count)
    body += text("APETAGEX") + little(2000)
    body += little(size) + little(count)
    return body + [UInt8](repeating: 0, count: 12)
  }
}
