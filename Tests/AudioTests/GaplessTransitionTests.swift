import Glibc
import Support
import Testing

@testable import Audio

/// One continuous signal cut into eight tracks comes out as one.
@Suite struct JointTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let folder: String
    let suffix: String
    let sourceRate: Int
    let deviceRate: Int
    /// Which uncut signal it was made of.
    let original: String

    var testDescription: String { "\(folder) to \(deviceRate) Hz" }
    var paths: [String] {
      (1...8).map { "\(Repository.root)/Fixtures/cut/\(folder)/\($0).\(suffix)" }
    }
    var originals: [String] {
      (1...8).map { "\(Repository.root)/Fixtures/cut/\(original)/\($0).flac" }
    }
  }

  static let cases: [Case] = [44_100, 48_000].flatMap { rate in
    [
      Case(folder: "flac", suffix: "flac", sourceRate: 44_100, deviceRate: rate, original: "flac"),
      Case(folder: "flac48", suffix: "flac", sourceRate: 48_000, deviceRate: rate, original: "flac48"),
      Case(folder: "mp3", suffix: "mp3", sourceRate: 44_100, deviceRate: rate, original: "flac"),
      Case(folder: "vorbis", suffix: "ogg", sourceRate: 44_100, deviceRate: rate, original: "flac"),
      Case(folder: "opus", suffix: "opus", sourceRate: 48_000, deviceRate: rate, original: "flac48"),
    ]
  }

  @Test(arguments: cases)
  func `eight tracks come out as the one signal that they were cut from`(_ test: Case) throws {
    let tracks = try test.originals.map { try Reference.floats(of: $0) }
    let uncut = try WholeSound.resampled(tracks.flatMap { $0 }, from: test.sourceRate, to: test.deviceRate)
    let played = try WholeSound.played(test.paths, rate: test.deviceRate)
    let sourceFrames = tracks.reduce(0) { $0 + $1.count / 2 }
    let wanted = Double(sourceFrames) * Double(test.deviceRate) / Double(test.sourceRate)
    #expect(abs(Double(played.count / 2) - wanted) <= 1)

    // 50 ms on either side of each joint; the signal's own ends are no joints.
    let reach = test.deviceRate / 20
    var joints: [Range<Int>] = []
    var elsewhere: [Range<Int>] = []
    var end = 0
    var free = reach
    for track in tracks.dropLast() {
      end += track.count / 2
      let joint = end * test.deviceRate / test.sourceRate
      joints.append(joint - reach..<joint + reach)
      elsewhere.append(free..<joint - reach)
      free = joint + reach
    }
    elsewhere.append(free..<Int(wanted) - reach)
    let atJoints = WholeSound.worstError(played, uncut, joints)
    let others = WholeSound.worstError(played, uncut, elsewhere)
    print(
      "joints: \(test.folder) at \(test.deviceRate) Hz: \(sourceFrames) frames in, \(played.count / 2) out, "
        + "worst error \(rounded(atJoints)) dB at joints, \(rounded(others)) dB elsewhere")
    if test.suffix == "flac" { #expect(atJoints < -120) } else { #expect(atJoints <= others + 1) }

    // Against the same files decoded one by one and put through one resampler: nothing is lost at all.
    if test.folder == test.original { return }
    let decoded = try test.paths.flatMap { try Reference.floats(of: $0) }
    let whole = try WholeSound.resampled(decoded, from: test.sourceRate, to: test.deviceRate)
    #expect(WholeSound.worstError(played, whole, [0..<played.count / 2]) < -120)
  }

  private func rounded(_ decibels: Double) -> Double { (decibels * 10).rounded() / 10 }
}
