import CFuzzer
import Fuzzing
import Media
import Model

@testable import Analysis

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzAnalysis_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    fuzz(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
}

/// Any samples in any format have an analysis that makes sense and comes back from its record, or a reason why not.
///
/// The first eight bytes are the format and what is asked for; each four that follow are a stretch of sound.
func fuzz(_ bytes: [UInt8]) {
  guard bytes.count > 8 else { return }
  let common = [1, 99, 8000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000, 384_000]
  let odd = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
  let rate = bytes[3] < 200 ? common[Int(bytes[3]) % common.count] : odd % 384_000 + 1
  let channels = Int(bytes[4]) % 8 + 1
  var samples: [Float] = []
  for place in stride(from: 8, to: bytes.count - 3, by: 4) {
    let room = 1_500_000 - samples.count
    if room < channels { break }
    let frames = min(rate * (Int(bytes[place]) + 1) / 64 + 1, room / channels)
    append(
      bytes[place + 1], value: Float(bytes[place + 2]), step: Int(bytes[place + 3]), frames: frames,
      channels: channels, to: &samples)
  }
  let lies = bytes[5] & 8 != 0 ? Int(bytes[6]) * 1000 : 0
  let decoder = FakeDecoder(
    samples, rate: rate, channels: channels, tellsLength: bytes[5] & 1 != 0, missing: lies,
    step: Int(bytes[7]) * 16 + 1)
  var options = Analyzer.Options()
  options.wantsNotes = bytes[5] & 2 != 0
  options.wantsChords = bytes[5] & 4 == 0
  do throws(AnalysisFault) {
    let found = try Analyzer(decoder, options).run()
    check(found, seconds: Double(samples.count / channels) / Double(rate))
  } catch {
    if case .unreadable(let why) = error { demand(!why.isEmpty, "an error without words") }
  }
}

/// A stretch of one kind of sound; some kinds are none that a converter could play.
private func append(
  _ kind: UInt8, value: Float, step: Int, frames: Int, channels: Int, to samples: inout [Float]
) {
  var noise = UInt32(step) &* 2_654_435_761 | 1
  for frame in 0..<frames {
    for channel in 0..<channels {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let turn = Float((frame &* (step &+ channel &+ 1)) & 1023) / 512 - 1
      switch kind % 9 {
      case 0: samples.append(0)
      case 1: samples.append(turn * value / 255)
      case 2: samples.append(Float(Int32(bitPattern: noise)) / 2_147_483_648 * value / 255)
      case 3: samples.append(turn > 0 ? 1 : -1)
      case 4: samples.append(value / 128 - 1)
      case 5: samples.append(frame % (step + 1) == 0 ? .nan : turn)
      case 6: samples.append(frame % (step + 1) == 0 ? .infinity : turn * value)
      case 7: samples.append(Float(bitPattern: noise))
      default: samples.append(frame % (step * 200 + 1) < 20 ? value / 255 : 0)
      }
    }
  }
}

private func check(_ found: MusicAnalysis, seconds: Double) {
  demand(abs(found.duration - seconds) < 0.01, "another length than it was given")
  let loudness = found.loudness
  let figures = [loudness.integrated, loudness.range, loudness.samplePeak, loudness.truePeak]
  for figure in figures.compactMap({ $0 }) + [loudness.quietStart, loudness.quietEnd] {
    demand(figure.isFinite, "a loudness that is no number")
  }
  demand((1...Waveform.most).contains(found.waveform.points.count), "a waveform without points, or too many")
  for point in found.waveform.points {
    for band in 0..<3 { demand(point.peak[band] >= 0 && point.rms[band] >= 0, "a point that is no number") }
  }
  if let tempo = found.tempo {
    demand(tempo.bpm > 10 && tempo.bpm < 1000 && 0...1 ~= tempo.confidence, "no such tempo")
    demand(zip(tempo.beats, tempo.beats.dropFirst()).allSatisfy(<), "beats out of order")
    demand(tempo.beats.allSatisfy { $0 > -1 && $0 < seconds + 1 }, "beats beyond the song")
    demand(tempo.downbeats.allSatisfy { tempo.beats.indices.contains($0) }, "bars without beats")
  }
  if let key = found.key { demand(0...1 ~= key.confidence && abs(key.tuningCents) <= 50, "no such key") }
  var last = 0.0
  for chord in found.chords ?? [] {
    demand(
      chord.start >= last - 0.001 && chord.end > chord.start && chord.end <= seconds + 0.001,
      "chords out of order")
    demand(0...1 ~= chord.confidence, "no such confidence")
    last = chord.end
  }
  for note in found.notes ?? [] {
    demand(0 <= note.start && note.start < note.end && note.end <= seconds + 0.001, "a note beyond the song")
    demand(1...127 ~= note.velocity && 0...127 ~= note.pitch && 0...1 ~= note.confidence, "no such note")
  }
  demand(
    AnalysisCoding.analysis(of: AnalysisCoding.bytes(of: found)) != nil, "a record that does not come back")
}
