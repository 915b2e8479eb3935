import COpus

/// Decodes the packets of opusfile's ordinary streams by the decoder within its multistream one. `opus_multistream_decode`
/// asks libopus 1.3 several times per packet how large a decoder is, and each of these questions looks up what the
/// processor can do: on some machines that takes a third of the decoding.
@safe
final class OpusPackets {
  private let file: OpaquePointer
  // Which decoder was found within which, for which link.
  private var outer: OpaquePointer?
  private var inner: OpaquePointer?
  private var link: Int32 = -1

  /// - Parameter file: an `OggOpusFile`, which must be freed before this object goes.
  init(for file: OpaquePointer) {
    unsafe self.file = file
    unsafe op_set_decode_callback(file, decodePacket, Unmanaged.passUnretained(self).toOpaque())
  }

  fileprivate func decode(
    _ packet: UnsafePointer<ogg_packet>, by decoder: OpaquePointer, link: Int32,
    to target: UnsafeMutablePointer<Float>, frames: Int32
  ) -> Int32 {
    if unsafe outer != decoder || link != self.link { unsafe find(in: decoder, link: link) }
    guard let inner = unsafe inner else { return OP_DEC_USE_DEFAULT }
    guard let bytes = unsafe Int32(exactly: packet.pointee.bytes) else { return OPUS_INVALID_PACKET }
    let count = unsafe opus_decode_float(inner, packet.pointee.packet, bytes, target, frames, 0)
    if count == frames { return 0 }
    return count < 0 ? count : OPUS_INVALID_PACKET
  }

  /// A stream of mapping family 0 (RFC 7845 5.1.1.1) is one decoder whose channels come in order.
  private func find(in decoder: OpaquePointer, link: Int32) {
    unsafe outer = decoder
    self.link = link
    unsafe inner = nil
    guard let head = unsafe op_head(file, link), unsafe head.pointee.mapping_family == 0 else { return }
    var found: OpaquePointer?
    if unsafe jukebox_opus_inner(decoder, 0, &found) == OPUS_OK { unsafe inner = found }
  }
}

private let decodePacket: op_decode_cb_func = {
  (context, decoder, target, packet, frames, _, format, link) -> Int32 in
  guard let context = unsafe context, let decoder = unsafe decoder, let target = unsafe target,
    let packet = unsafe packet, format == OP_DEC_FORMAT_FLOAT
  else { return OP_DEC_USE_DEFAULT }
  let packets = unsafe Unmanaged<OpusPackets>.fromOpaque(context).takeUnretainedValue()
  return unsafe packets.decode(
    packet, by: decoder, link: link, to: target.assumingMemoryBound(to: Float.self), frames: frames)
}

extension OpusPackets {
  /// How long a packet is (RFC 6716 3.1 and 3.2), in frames at 48 kHz; nil where it is none.
  /// - Parameter head: its first two bytes.
  static func frames(_ head: [UInt8]) -> Int64? {
    guard let first = head.first else { return nil }
    let frames: Int64 =
      switch first >> 3 {
      case 0..<12: [480, 960, 1920, 2880][Int(first >> 3 & 3)]
      case 12..<16: [480, 960][Int(first >> 3 & 1)]
      default: [120, 240, 480, 960][Int(first >> 3 & 3)]
      }
    switch first & 3 {
    case 0: return frames
    case 1, 2: return frames * 2
    default:
      let count = head.count > 1 ? Int64(head[1] & 63) : 0
      return count > 0 && frames * count <= 5760 ? frames * count : nil
    }
  }
}
