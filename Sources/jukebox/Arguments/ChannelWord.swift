import ArgumentParser

/// Which channels the speakers play.
enum ChannelWord: String, ExpressibleByArgument, CaseIterable {
  case stereo, mono, left, right, swapped
}
