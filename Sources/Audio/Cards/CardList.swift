import CALSA
import CLinux
import Linux

/// The sound cards that there are now (snd_card_next(3), snd_ctl_open(3), /proc/asound).
enum CardList {
  static func read() -> [SoundCard] {
    var cards: [SoundCard] = []
    var number: Int32 = -1
    while unsafe snd_card_next(&number) == 0, number >= 0 { cards += devices(of: number) }
    return cards
  }

  private static func devices(of number: Int32) -> [SoundCard] {
    var control: OpaquePointer?
    guard unsafe snd_ctl_open(&control, "hw:\(number)", 0) == 0, let control = unsafe control else {
      return []
    }
    defer { unsafe snd_ctl_close(control) }
    var card: OpaquePointer?
    guard unsafe snd_ctl_card_info_malloc(&card) == 0 else { return [] }
    defer { unsafe snd_ctl_card_info_free(card) }
    guard unsafe snd_ctl_card_info(control, card) == 0 else { return [] }
    var pcm: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&pcm) == 0 else { return [] }
    defer { unsafe snd_pcm_info_free(pcm) }

    let isUSB = firstBytes(of: "/proc/asound/card\(number)/usbid") != nil
    var found: [SoundCard] = []
    var device: Int32 = -1
    while unsafe snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
      unsafe snd_pcm_info_set_device(pcm, UInt32(device))
      unsafe snd_pcm_info_set_subdevice(pcm, 0)
      unsafe snd_pcm_info_set_stream(pcm, SND_PCM_STREAM_PLAYBACK)
      guard unsafe snd_ctl_pcm_info(control, pcm) == 0 else { continue }
      let id = unsafe text(snd_ctl_card_info_get_id(card))
      let driver = unsafe text(snd_ctl_card_info_get_driver(card))
      let name = unsafe text(snd_ctl_card_info_get_name(card))
      let deviceName = unsafe text(snd_pcm_info_get_name(pcm))
      let isConnected = unsafe isConnected(control, card: number, device: device)
      found.append(
        SoundCard(
          id: id, number: Int(number), driver: driver, name: name, device: Int(device),
          deviceName: deviceName,
          isUSB: isUSB, isConnected: isConnected))
    }
    return found
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }

  /// Whether a screen has said that it takes sound: the kernel keeps what it said (ELD) as a control element, and for
  /// PC codecs as a file of text.
  private static func isConnected(_ control: OpaquePointer, card: Int32, device: Int32) -> Bool? {
    if let said = unsafe saidByElement(control, device: device) { return said }
    for index in 0..<8 {
      guard let bytes = firstBytes(of: "/proc/asound/card\(card)/eld#0.\(index)") else { continue }
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: { $0.isWhitespace })
      if let place = words.firstIndex(of: "monitor_present"), place + 1 < words.count, words[place + 1] == "1"
      {
        return true
      }
    }
    return nil
  }

  private static func saidByElement(_ control: OpaquePointer, device: Int32) -> Bool? {
    var id: OpaquePointer?
    var info: OpaquePointer?
    var value: OpaquePointer?
    guard unsafe snd_ctl_elem_id_malloc(&id) == 0 else { return nil }
    defer { unsafe snd_ctl_elem_id_free(id) }
    guard unsafe snd_ctl_elem_info_malloc(&info) == 0 else { return nil }
    defer { unsafe snd_ctl_elem_info_free(info) }
    guard unsafe snd_ctl_elem_value_malloc(&value) == 0 else { return nil }
    defer { unsafe snd_ctl_elem_value_free(value) }
    unsafe snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_PCM)
    unsafe snd_ctl_elem_id_set_name(id, "ELD")
    unsafe snd_ctl_elem_id_set_device(id, UInt32(device))
    unsafe snd_ctl_elem_info_set_id(info, id)
    guard unsafe snd_ctl_elem_info(control, info) == 0 else { return nil }
    unsafe snd_ctl_elem_value_set_id(value, id)
    guard unsafe snd_ctl_elem_read(control, value) == 0 else { return nil }
    let count = min(128, unsafe snd_ctl_elem_info_get_count(info))
    return (0..<count).contains { unsafe snd_ctl_elem_value_get_byte(value, $0) != 0 }
  }

  private static func firstBytes(of path: String) -> [UInt8]? {
    let number = unsafe clinux_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
    guard number >= 0 else { return nil }
    let file = Descriptor(owning: number)
    var bytes = [UInt8](repeating: 0, count: 1024)
    var span = bytes.mutableSpan
    guard let count = try? file.read(into: &span) else { return nil }
    return Array(bytes[..<count])
  }
}
