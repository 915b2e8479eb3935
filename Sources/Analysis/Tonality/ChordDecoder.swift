import Glibc

/// Finds the chords of some frames: the path through the states that is likely and changes seldom (Viterbi), and how likely
/// each state is by all paths (forward and backward).
struct ChordDecoder {
  /// How much a frame's word counts: neighbours say nearly the same.
  private static let weight: Float = 0.6
  /// Cost of a change at a beat and elsewhere, as a logarithm: harmony seldom changes between beats.
  private static let change: (beat: Float, elsewhere: Float) = (2, 5)
  /// Cost of a change at a beat of a song whose harmony changes at every second one, how much more it is for each unit of
  /// the odds against a change there, and its limits.
  private static let usual: Float = 1.5
  private static let slope: Float = 1.5
  private static let limits: ClosedRange<Float> = 0.3...3.5
  /// Fewer beats tell nothing of how often harmony changes.
  private static let leastBeats = 8
  /// A frame hears what is before a beat and what is after if its centre is this near, in frames.
  private static let near = 0.3
  /// Penalties of qualities that are seldom meant though heard: sixths, suspended seconds, diminished chords.
  private static let rarity: [Float] = [0, 0, 0, 0, 0, -0.7, -0.7, -0.7, 0, -0.3, -0.7, -0.3, -0.7]
  private static let silenceRarity: Float = -0.5

  private let frames: Int
  /// Logarithms, of each frame those of all states.
  private var emissions: [Float]
  /// Cost of a change at each frame.
  private var costs: [Float]

  /// - Parameter beats: their places, in frames from the centre of the first one on; none where they are unknown.
  init(_ likelihoods: ChordLikelihoods, beats: [Double]) {
    frames = likelihoods.frames
    costs = [Float](repeating: Self.change.elsewhere, count: frames)
    emissions = likelihoods.chords
    let states = ChordNetwork.states
    for index in emissions.indices {
      emissions[index] = Self.weighted(emissions[index], state: index % states, by: Self.weight)
    }
    for beat in beats {
      let frame = Int(beat.rounded())
      guard (0..<frames).contains(frame), abs(beat - Double(frame)) < Self.near else { continue }
      for index in frame * states..<(frame + 1) * states { emissions[index] = 0 }
    }
    let places = beats.map { Self.frame(after: $0) }.filter { (1..<max(1, frames)).contains($0) }
    for frame in places { costs[frame] = Self.change.beat }
    adapt(to: places)
  }

  /// The first frame that belongs to a beat.
  static func frame(after beat: Double) -> Int { Int((beat + 0.5).rounded()) }

  /// Lets the cost of a change at a beat follow how often harmony changes there.
  private mutating func adapt(to beats: [Int]) {
    guard beats.count > Self.leastBeats else { return }
    let path = path()
    let changes = Float(beats.count { path[$0] != path[$0 - 1] })
    let cost = Self.usual + Self.slope * log((Float(beats.count) - changes + 1) / (changes + 1))
    for frame in beats { costs[frame] = min(max(cost, Self.limits.lowerBound), Self.limits.upperBound) }
  }

  /// Returns the weighted likelihood of a state in a frame, as a logarithm.
  static func weighted(_ likelihood: Float, state: Int, by weight: Float) -> Float {
    let rarity = state == ChordNetwork.none ? silenceRarity : Self.rarity[state % ChordNetwork.qualities]
    return (likelihood + rarity) * weight
  }

  /// The state of each frame.
  func path() -> [Int] {
    guard frames > 0 else { return [] }
    let states = ChordNetwork.states
    var scores = Array(emissions[0..<states])
    // From the best of the frame before; else each state comes from itself.
    var changed = [Bool](repeating: false, count: frames * states)
    var best = [Int](repeating: 0, count: frames)
    for frame in 1..<max(1, frames) {
      best[frame] = scores.indices.max { scores[$0] < scores[$1] } ?? 0
      let floor = scores[best[frame]] - costs[frame]
      for state in 0..<states {
        if scores[state] < floor {
          scores[state] = floor
          changed[frame * states + state] = true
        }
        scores[state] += emissions[frame * states + state]
      }
    }
    var path = [Int](repeating: 0, count: frames)
    path[frames - 1] = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    for frame in stride(from: frames - 1, to: 0, by: -1) {
      path[frame - 1] = changed[frame * states + path[frame]] ? best[frame] : path[frame]
    }
    return path
  }

  /// How likely each state is in each frame; they sum to 1.
  func posteriors() -> [Float] {
    let states = ChordNetwork.states
    guard frames > 0 else { return [] }
    let shares = costs.map { exp(-$0) }
    var likely = emissions
    for frame in 0..<frames {
      let range = frame * states..<(frame + 1) * states
      let most = emissions[range].max() ?? 0
      for index in range { likely[index] = exp(emissions[index] - most) }
    }
    var forward = likely
    func scale(_ values: inout [Float], _ frame: Int) {
      let range = frame * states..<(frame + 1) * states
      let sum = values[range].reduce(0, +)
      for index in range { values[index] /= max(sum, .leastNormalMagnitude) }
    }
    scale(&forward, 0)
    for frame in 1..<max(1, frames) {
      for state in 0..<states {
        let index = frame * states + state
        forward[index] = likely[index] * (forward[index - states] + shares[frame])
      }
      scale(&forward, frame)
    }
    var backward = [Float](repeating: 1, count: states)
    for frame in stride(from: frames - 1, through: 0, by: -1) {
      var sum: Float = 0
      for state in 0..<states {
        let index = frame * states + state
        forward[index] *= backward[state]
        backward[state] *= likely[index]
        sum += backward[state]
      }
      scale(&forward, frame)
      for state in 0..<states {
        backward[state] = backward[state] / max(sum, .leastNormalMagnitude) + shares[frame]
      }
    }
    return forward
  }
}
