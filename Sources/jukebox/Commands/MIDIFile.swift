import ArgumentParser
import Client

/// Notes as a Standard MIDI File of format 0 (MIDI 1.0, RP-001): one track, one tempo, the times those of the song.
enum MIDIFile {
  /// Ticks of a beat.
  private static let division = 480.0
  /// Beats per minute if the tempo is unknown.
  private static let usualTempo = 120.0
  /// The highest value of a length of four times seven bits.
  private static let mostTicks = (1 << 28) - 1

  static func checkName(_ path: String) throws {
    guard path == "-" || [".mid", ".midi"].contains(where: { path.lowercased().hasSuffix($0) }) else {
      throw ValidationError("\(path): the extension must be .mid; - is standard output.")
    }
  }

  /// - Parameter tempo: beats per minute.
  static func bytes(_ notes: [NoteEntry], tempo: Double?) -> [UInt8] {
    let microseconds = Int((60e6 / max(tempo ?? usualTempo, 4)).rounded())
    func tick(_ seconds: Double) -> Int {
      min(Int((max(seconds, 0) * 1e6 / Double(microseconds) * division).rounded()), mostTicks)
    }
    // Each pitch by itself: a note ends before the next of its pitch begins. Ends come before beginnings of the same tick.
    var events: [(tick: Int, isOn: Bool, pitch: UInt8, velocity: UInt8)] = []
    for (pitch, notes) in Dictionary(grouping: notes, by: { UInt8(clamping: $0.pitch) & 0x7F }) {
      let notes = notes.sorted { $0.start < $1.start }
      for (index, note) in notes.enumerated() {
        let start = tick(note.start)
        let next = index + 1 < notes.count ? tick(notes[index + 1].start) : mostTicks
        guard start < next else { continue }
        events.append((start, true, pitch, UInt8(min(max(note.velocity, 1), 127))))
        events.append((min(max(tick(note.end), start + 1), next), false, pitch, 0))
      }
    }
    events.sort { ($0.tick, $0.isOn ? 1 : 0, $0.pitch) < ($1.tick, $1.isOn ? 1 : 0, $1.pitch) }

    var track: [UInt8] = [0, 0xFF, 0x51, 3] + bigEndian(microseconds, bytes: 3)
    var before = 0
    for event in events {
      track += length(event.tick - before) + [event.isOn ? 0x90 : 0x80, event.pitch, event.velocity]
      before = event.tick
    }
    track += [0, 0xFF, 0x2F, 0]
    let header = bigEndian(0, bytes: 2) + bigEndian(1, bytes: 2) + bigEndian(Int(division), bytes: 2)
    return chunk("MThd", header) + chunk("MTrk", track)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + bigEndian(content.count, bytes: 4) + content
  }

  private static func bigEndian(_ value: Int, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Seven bits a byte, the first ones first; all but the last have their highest bit set.
  private static func length(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
