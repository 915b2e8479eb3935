public import Linux

/// Finds out what an open file is: its details, or why it can't be played.
public typealias FileProber = @Sendable (consuming Descriptor) -> FileProbeResult
