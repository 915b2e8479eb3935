import Signal

/// Another speed at the same pitch: the run's frames go through a stretcher into the ring. A chunk's header has the
/// number of source frames it represents, so positions, cues and loops stay in the entry's own time. The stretcher is
/// flushed wherever something begins or ends, so that its place stays exact.
extension Feeder {
  /// From the next run on.
  func setSpeed(_ speed: Double) throws(EngineFailure) {
    ring.spareChunks = speed == 1 ? ChunkRing.spareChunks : spareChunks(at: speed)
    if speed == 1 {
      stretcher = nil
      return
    }
    do throws(TimeStretcherError) {
      stretcher = try TimeStretcher(rate: rate, speed: speed)
    } catch {
      throw EngineFailure(error)
    }
  }

  /// Frames that go in at a time: at a low speed many come out.
  static let stretchFrames = 256

  /// With fewer free chunks nothing is stretched: a step's frames may come out with all that was held back.
  private func spareChunks(at speed: Double) -> Int {
    let frames = Double(Self.stretchFrames + TimeStretcher.mostHeld(rate: rate)) / speed
    return min(ring.chunks - 3, ChunkRing.spareChunks + 1 + Int(frames) / ChunkRing.chunkFrames)
  }

  /// Where the run's next frames go: into the ring or, where they are to be stretched, beside it.
  var target: UnsafeMutablePointer<Float> {
    unsafe stretcher == nil ? ring.samples + filled * 2 : plain
  }

  /// For how many frames there is room.
  var room: Int { stretcher == nil ? ChunkRing.chunkFrames - filled : Self.stretchFrames }

  /// One past the run's last frame that the open chunk represents.
  var chunkEnd: Int64 {
    guard let speed = stretcher?.speed else { return chunkStart + Int64(filled) }
    return stretchStart + Int64((Double(stretched) * speed).rounded())
  }

  func stretch(frames: Int) {
    do throws(TimeStretcherError) {
      try unsafe stretcher?.write(plain, frames: frames)
    } catch {
      lacksMemory(error)
    }
    takeStretched()
  }

  func flushStretcher() {
    guard stretcher != nil, runOut > stretchStart else { return }
    do throws(TimeStretcherError) { try stretcher?.flush() } catch { lacksMemory(error) }
    takeStretched()
    // What was rounded away does not add up.
    if filled > 0 { announce(flags: []) }
    stretchStart = runOut
    chunkStart = runOut
    stretched = 0
  }

  /// What it holds back is not to be heard.
  func resetStretcher() {
    stretched = 0
    guard let speed = stretcher?.speed else { return }
    do throws(EngineFailure) { try setSpeed(speed) } catch {}
  }

  private func takeStretched() {
    while true {
      if filled == ChunkRing.chunkFrames {
        // Marks need two; there were enough when the step began.
        guard ring.freeChunks > 3 else { return }
        announce(flags: [])
      }
      let count =
        unsafe stretcher?.read(into: ring.samples + filled * 2, room: ChunkRing.chunkFrames - filled) ?? 0
      guard count > 0 else { return }
      filled += count
      stretched += count
    }
  }

  private func lacksMemory(_ error: TimeStretcherError) {
    if let track { report(.failed(track.entry.serial, generation: generation, EngineFailure(error))) }
  }
}
