// For `ogg_packet`, which is in both.
import COpus
import CVorbis
import Linux

extension VorbisSetup {
  /// Has libvorbis set up a decoder from the header packets and free it again. vorbisfile doesn't always heed a failure
  /// here, and continues with half-made codebooks: a division by zero.
  /// - Returns: whether it succeeds.
  static func decodes(head: [UInt8], setup: [UInt8]) -> Bool {
    var info = unsafe vorbis_info()
    var comment = unsafe vorbis_comment()
    unsafe vorbis_info_init(&info)
    unsafe vorbis_comment_init(&comment)
    defer {
      unsafe vorbis_comment_clear(&comment)
      unsafe vorbis_info_clear(&info)
    }
    for (number, bytes) in [head, noComments, setup].enumerated() {
      var bytes = bytes
      let status = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var packet = unsafe ogg_packet(
          packet: buffer.baseAddress, bytes: buffer.count, b_o_s: number == 0 ? 1 : 0, e_o_s: 0,
          granulepos: 0,
          packetno: Int64(number))
        return unsafe vorbis_synthesis_headerin(&info, &comment, &packet)
      }
      guard status == 0 else { return false }
    }
    var state = unsafe vorbis_dsp_state()
    guard unsafe vorbis_synthesis_init(&state, &info) == 0 else { return false }
    unsafe vorbis_dsp_clear(&state)
    return true
  }

  /// Returns the size of the block that a packet codes; 0 or less where it is none.
  /// - Parameter start: of the packet, one byte at least.
  static func blockFrames(of start: [UInt8], _ info: UnsafeMutablePointer<vorbis_info>) -> Int64 {
    var start = start
    return unsafe start.withUnsafeMutableBufferPointer { buffer in
      var packet = unsafe ogg_packet(
        packet: buffer.baseAddress, bytes: buffer.count, b_o_s: 0, e_o_s: 0, granulepos: -1, packetno: 3)
      return unsafe Int64(vorbis_packet_blocksize(info, &packet))
    }
  }

  /// As `isSound`, for the files of a scan, most of which have heads of the same few encoders.
  static func isSoundMostly(head: [UInt8], _ packet: [UInt8]) -> Bool {
    let hash = [head, packet].hashValue
    if sound.withLock({ $0.contains(hash) }) { return true }
    guard isSound(head: head, packet) else { return false }
    sound.withLock { if $0.count < mostSound { $0.insert(hash) } }
    return true
  }

  /// Hashes of the heads that were tried, and how many at most.
  private static let sound = Guarded<Set<Int>>([])
  private static let mostSound = 1000

  /// A comment packet that says nothing.
  static let noComments: [UInt8] = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
}
