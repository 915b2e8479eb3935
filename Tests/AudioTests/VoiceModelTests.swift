import Model
import SignalSupport
import Support
import Testing

@testable import Audio
@testable import Signal

/// Random presses, stops, skips and pauses against a mixer that knows nothing of rewinding: what a jukebox with sounds plays
/// is what one without plays, and the sounds added frame by frame.
@Suite struct VoiceModelTests {
  private static let gain: Float = 1.0 / 64
  private static let sounds = 6
  private static func length(_ sound: Int) -> Int { 300 + 2500 * sound }
  private static let fade = FadeShape.frames(rate: 44_100)
  private static let ramp = 441

  /// A sound as a listener would write it down.
  private struct Note {
    var sound: Int
    /// Where its first frame would lie.
    var origin: Int
    var from: Int
    var until = Int.max
    var loops = 0
    var fadesIn = false
    var gains: [(place: Int, from: Float, to: Float)] = []
    var held: Int?

    var naturalEnd: Int { loops < 0 ? .max : origin + length(sound) * (loops + 1) }
    func isGoing(at place: Int) -> Bool { until == .max && place < naturalEnd }

    func gain(at place: Int) -> Float {
      guard let step = gains.last(where: { $0.place <= place }) else { return 1 }
      let done = min(1, Float(place - step.place) / Float(ramp))
      return step.from + (step.to - step.from) * done
    }

    func sample(at place: Int) -> SIMD2<Float> {
      guard place >= from, place < naturalEnd, until == .max || place < until + fade else { return .zero }
      func shape(_ done: Int) -> Float {
        let x = min(1, max(0, Float(done) / Float(fade)))
        return x * x * (3 - 2 * x)
      }
      var factor = gain(at: place) * VoiceModelTests.gain
      if fadesIn { factor *= shape(place - from + 1) }
      if place >= until { factor *= shape(fade - (place - until) - 1) }
      let frame = Int64((place - origin) % length(sound))
      return SIMD2(0.5, SyntheticDecoder.sample(serial: UInt32(sound), frame: frame)) * factor
    }
  }

  /// A jukebox, and one whose sounds are mute, to which the same happens. (Without any the limiter would take nothing ahead,
  /// and a pause begin some ms sooner.)
  private final class Pair {
    let benches: [PumpBench]
    let devices: [FakeDevice]

    init(frames: Int) throws {
      devices = [FakeDevice(recordFrames: frames), FakeDevice(recordFrames: frames)]
      benches = [try PumpBench(), try PumpBench()]
      for sound in 0..<sounds {
        let plan = SyntheticDecoder.Plan(
          serial: UInt32(sound), frames: Int64(length(sound)), gain: VoiceModelTests.gain)
        for bench in benches {
          bench.rig.engine.voices.loadSound(
            SoundSource(bench.rig.entry(plan)), as: SoundKey(rawValue: Int64(sound)))
        }
      }
      both { $0.rig.loadSounds() }
      for (bench, device) in zip(benches, devices) { bench.hand(device) }
    }

    func both(_ act: (PumpBench) -> Void) { benches.forEach(act) }
    func run(_ milliseconds: Int) {
      for (bench, device) in zip(benches, devices) { bench.run(milliseconds, device) }
    }
    var engine: Engine { benches[0].rig.engine }
    var place: Int { devices[0].playedFrames + devices[0].periodFrames }
  }

  @Test(arguments: 0..<2) func `sounds add up whatever happens to the music`(seed: Int) throws {
    var dice = Dice(seed: UInt64(seed))
    let pair = try Pair(frames: 400_000)
    var notes: [Note] = []
    var voices: [(VoiceID, note: Int)] = []
    var serial: UInt32 = 72
    var isPaused = false
    pair.run(100)
    for _ in 0..<200 {
      let place = pair.place
      switch dice.below(12) {
      case 0..<5:
        let sound = dice.below(Self.sounds)
        var settings = VoiceSettings()
        settings.loops = [0, 0, 2, -1][dice.below(4)]
        let delay = [0, 0, 0, 20][dice.below(4)]
        settings.delay = .milliseconds(delay)
        guard let voice = pair.engine.voices.startVoice(SoundKey(rawValue: Int64(sound)), settings) else {
          continue
        }
        settings.gain = 0
        _ = pair.benches[1].rig.engine.voices.startVoice(SoundKey(rawValue: Int64(sound)), settings)
        let going = notes.indices.filter { notes[$0].isGoing(at: place) }
        if going.count >= Voices.limit {
          notes[going[0]].until = place
          if notes[going[0]].from > place { notes[going[0]].from = .max }
        }
        let origin = place + delay * 44_100 / 1000
        notes.append(Note(sound: sound, origin: origin, from: origin, loops: settings.loops))
        voices.append((voice, notes.count - 1))
      case 5:
        guard !voices.isEmpty else { continue }
        let (voice, note) = voices[dice.below(voices.count)]
        pair.both { $0.rig.engine.voices.stopVoice(voice) }
        notes[note].held = nil
        if notes[note].until == .max {
          notes[note].until = place
          if notes[note].from > place { notes[note].from = .max }
        }
      case 6:
        guard !voices.isEmpty else { continue }
        let (voice, note) = voices[dice.below(voices.count)]
        let gain = Float(dice.below(100)) / 100
        pair.engine.voices.setGain(gain, of: voice)
        pair.benches[1].rig.engine.voices.setGain(0, of: voice)
        if notes[note].until == .max || notes[note].held != nil {
          notes[note].gains.append((place, notes[note].gain(at: place), gain))
        }
      case 7:
        guard dice.below(8) == 0 else { continue }
        pair.both { $0.rig.engine.voices.stopVoices() }
        for note in notes.indices {
          notes[note].held = nil
          guard notes[note].until == .max else { continue }
          notes[note].until = place
          if notes[note].from > place { notes[note].from = .max }
        }
      case 8:
        guard !voices.isEmpty else { continue }
        let (voice, note) = voices[dice.below(voices.count)]
        if let held = notes[note].held {
          pair.both { $0.rig.engine.voices.holdVoice(voice, false) }
          // What was heard of it before stays as it was: a note of its own goes on.
          var next = notes[note]
          notes[note].held = nil
          (next.held, next.origin, next.from, next.until, next.fadesIn) = (
            nil, place - held, place, .max, true
          )
          notes.append(next)
          for index in voices.indices where voices[index].note == note {
            voices[index].note = notes.count - 1
          }
        } else if notes[note].isGoing(at: place), notes[note].from <= place {
          pair.both { $0.rig.engine.voices.holdVoice(voice, true) }
          notes[note].held = place - notes[note].origin
          notes[note].until = place
        }
      case 9:
        // No louder than half: the limiter has nothing to do.
        serial = 72 + (serial + 1) % 24
        pair.both { $0.rig.engine.play($0.rig.entry(SyntheticDecoder.Plan(serial: serial, frames: 200_000))) }
        isPaused = false
      case 10:
        isPaused.toggle()
        pair.both { if isPaused { $0.rig.engine.pause() } else { $0.rig.engine.resume() } }
      default:
        if dice.flip() { pair.both { $0.rig.engine.stop() } }
      }
      pair.run(1 + dice.below(60))
    }
    let count = min(pair.devices[0].writtenFrames, pair.devices[1].writtenFrames, 400_000) - 10_000
    let (heard, plain) = (
      Samples.floats(pair.devices[0].bytes, .s32), Samples.floats(pair.devices[1].bytes, .s32)
    )
    var wanted = plain
    for note in notes {
      let last = note.until == .max ? note.naturalEnd : min(note.naturalEnd, note.until + Self.fade)
      for place in stride(from: note.from, to: min(count, last), by: 1) {
        let sample = note.sample(at: place)
        wanted[2 * place] += sample.x
        wanted[2 * place + 1] += sample.y
      }
    }
    #expect(notes.count > 50)
    let wrong = (0..<2 * count).first { abs(heard[$0] - wanted[$0]) > 4e-6 }
    #expect(
      wrong == nil, "frame \((wrong ?? 0) / 2) of \(count): \(heard[wrong ?? 0]), not \(wanted[wrong ?? 0])")
  }
}
