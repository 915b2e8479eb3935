// For `ogg_packet`, which is in both.
import COpus
import CVorbis

extension VorbisSetup {
  /// Has libvorbis set up a decoder from the header packets and take it down again. vorbisfile doesn't always heed that
  /// this fails, and goes on with half-made codebooks: a division by zero.
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

  /// A comment packet that says nothing.
  static let noComments: [UInt8] = [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1]
}
