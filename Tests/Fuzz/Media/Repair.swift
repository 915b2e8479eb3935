@testable import Media

/// Puts the checksums right of everything that looks like a page of Ogg or the head of a FLAC frame.
func repair(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
  var at = 0
  while at < bytes.count {
    if unsafe bytes[at] == 0x4F, let end = unsafe repairPage(bytes, at) {
      at = end
      continue
    }
    if unsafe bytes[at] == 0xFF { unsafe repairFrameHead(bytes, at) }
    at += 1
  }
}

/// - Returns: where the page ends; nil where none begins, or it isn't whole.
private func repairPage(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ at: Int) -> Int? {
  let head = unsafe Array(bytes[at..<min(bytes.count, at + OggPage.headSize + 255)])
  guard let page = OggPage(head, offset: Int64(at)), page.end <= bytes.count else { return nil }
  let end = Int(page.end)
  for i in 22..<26 { unsafe bytes[at + i] = 0 }
  let sum = unsafe OggPage.checksum(bytes[at..<end])
  for i in 0..<4 { unsafe bytes[at + 22 + i] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * i)) }
  return end
}

/// The checksum of a FLAC frame's head alone: where that of the whole frame is wrong, libFLAC decodes it all the same.
private func repairFrameHead(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ at: Int) {
  let bytesHere = unsafe Array(bytes[at..<min(bytes.count, at + 16)])
  guard let head = FLACTail.Head(bytesHere[...]) else { return }
  unsafe bytes[at + head.bytes - 1] = FLACTail.checksum(bytesHere[..<(head.bytes - 1)])
}
