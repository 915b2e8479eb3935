import Foundation

/// What a person is to see where standard output is for another program, as with `--paths`.
enum Notice {
  static func tell(_ lines: [String]) {
    FileHandle.standardError.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
