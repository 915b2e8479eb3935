import Configuration
import Support
import Testing

/// Settings that can't work together.
@Suite struct WarningTests {
  @Test(arguments: [
    (
      "night-volume = 30",
      "night-volume = 30 has an effect only in quiet hours while night is off, for example night = 20:00-07:00"
    ),
    (
      "night = 20:00-07:00",
      "night = 20:00-07:00 has no effect while night-volume is off: set it, for example night-volume = 30"
    ),
    ("min-volume = 50\nmax-volume = 40", "min-volume = 50 is above max-volume = 40: the volume is always 40"),
    (
      "start-volume = 80\nmax-volume = 60",
      "start-volume = 80 is above max-volume = 60: the jukebox starts at 60"
    ),
    (
      "start-volume = 5\nmin-volume = 10",
      "start-volume = 5 is below min-volume = 10: the jukebox starts at 10"
    ),
    (
      "night = 20:00-07:00\nnight-volume = 60\nmax-volume = 60",
      "night-volume = 60 has no effect: max-volume = 60 is not above it"
    ),
    (
      "night = 20:00-07:00\nnight-volume = 5\nmin-volume = 10",
      "night-volume = 5 is below min-volume = 10: at night the volume is always 5"
    ),
  ])
  func `volumes that can't hold together are named`(lines: String, expected: String) throws {
    try expectEqual(read("[player]\n" + lines).warnings, ["[player] " + expected])
  }

  @Test func `actions that the other settings keep from working are named with their places`() throws {
    let settings = try read(
      """
      [player]
      max-volume = 60
      min-volume = 10
      [button loud]
      line = 1
      press = volume =80
      hold = volume =5
      double = shutdown
      [encoder knob]
      a = 2
      b = 3
      clockwise = volume +2
      counter-clockwise = volume =0
      [led moon]
      line = 4
      blink = night
      """)
    expectEqual(
      settings.warnings,
      [
        "[button loud] press = volume =80 is above [player] max-volume = 60",
        "[button loud] hold = volume =5 is below [player] min-volume = 10",
        "[button loud] double = shutdown has no effect while [player] shutdown-command is empty",
        "[encoder knob] counter-clockwise = volume =0 is below [player] min-volume = 10",
        "[led moon] never shows night while [player] night is off",
      ])
  }

  @Test(arguments: [
    ("0.0.0.0:6600", "trust = all", "all"), ("[::]:6600", "trust = all", "all"),
    ("192.168.1.5:6600", "trust = local ::/0", "all"),
    ("0.0.0.0:6600", "trust = all\npassword = x\ndefault-permissions = read,add", "read,add"),
    ("0.0.0.0:6600", "", nil), ("0.0.0.0:6600", "trust = 203.0.113.0/24", nil),
    ("0.0.0.0:6600", "trust = all\npassword = x", nil),
    ("0.0.0.0:6600", "trust = all\ndefault-permissions = read", nil),
    ("127.0.0.1:6600", "trust = all", nil), ("localhost:6600", "trust = all", nil),
    ("[::1]:6600", "trust = all", nil),
    ("off", "trust = all", nil),
  ])
  func `TCP that is open to every address without a password has a warning`(
    address: String, lines: String, permissions: String?
  ) throws {
    let settings = try read("[control]\ntcp = \(address)\n\(lines)")
    let warning = permissions.map {
      "[control] tcp = \(address) with trust = \(settings.control.trust): anyone who can reach this machine can control the "
        + "jukebox without a password (permissions: \($0)); trust = local admits its own networks only"
    }
    #expect(settings.warnings == (warning.map { [$0] } ?? []))
  }

  @Test func `settings that work together have no warning`() throws {
    let settings = try read(
      """
      [player]
      max-volume = 60
      min-volume = 10
      start-volume = 40
      night = 20:00-07:00
      night-volume = 30
      shutdown-command = poweroff
      [key KEY_1]
      press = volume =60
      hold = shutdown
      """)
    #expect(settings.warnings.isEmpty && Settings().warnings.isEmpty)
  }

  @Test func `a wrong action is named by its wrong part and what is right there`() {
    expectEqual(
      message("[key KEY_1]\npress = seek 30"),
      "box.ini:2: press = seek 30: seek can't be 30; expected seek +N or seek -N, N from 1 to 86400 (seconds)"
    )
  }
}
