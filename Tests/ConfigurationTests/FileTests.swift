import Inputs
import Linux
import Model
import Support
import Testing

@testable import Configuration

@Suite struct FileTests {
  @Test func `an empty file gives the defaults`() throws {
    let settings = try read("")
    expectEqual(settings, Settings())
    expectEqual(settings.audio.output, .alsa)
    expectEqual(settings.audio.rate, 44_100)
    expectEqual(settings.library.mountRoot, "/media")
    expectEqual(settings.library.state, "/var/lib/jukebox")
    #expect(settings.control.trust == .local && settings.control.access == Access())
    expectEqual(settings.control.socket, RuntimePaths(environment: [:]).socketToListenOn)
    expectEqual(settings.player.autoplay, .resume)
  }

  @Test func `every key of the plain sections is taken`() throws {
    let settings = try read(
      """
      [audio]
      output = file:/tmp/out.wav
      device = hw:CARD=DAC
      rate = 48000
      latency = safe
      buffer-seconds = 8
      [library]
      folder = /srv/music
      folder = /srv/more music
      mount-root = off
      state = /var/tmp/box
      [control]
      socket = /run/box
      tcp = [::]:6600
      trust = local, 203.0.113.0/24
      password = open sesame
      password = "guest@read,add"
      default-permissions = none
      local-permissions = read,control
      [player]
      autoplay = shuffle
      start-volume = 30
      max-volume = 80
      shutdown-command = systemctl poweroff
      [inputs]
      grab = Some Remote
      grab = Another, with a comma
      """)
    expectEqual(settings.audio.output, .file("/tmp/out.wav"))
    expectEqual(settings.audio.device, "hw:CARD=DAC")
    expectEqual(settings.audio.rate, 48_000)
    expectEqual(settings.audio.latency, .safe)
    expectEqual(settings.audio.bufferSeconds, 8)
    expectEqual(settings.library.folders, ["/srv/music", "/srv/more music"])
    #expect(settings.library.mountRoot == nil)
    expectEqual(settings.library.state, "/var/tmp/box")
    expectEqual(settings.control.socket, "/run/box")
    expectEqual(settings.control.tcp, NetworkAddress(host: "::", port: 6600))
    expectEqual(settings.control.trust, Trust("local 203.0.113.0/24"))
    expectEqual(
      settings.control.access,
      Access(
        passwords: [.init(word: "open sesame"), .init(word: "guest", permissions: [.read, .add])],
        defaults: [], local: [.read, .control, .player]))
    expectEqual(settings.player.autoplay, .shuffle)
    expectEqual(settings.player.startVolume, 30)
    expectEqual(settings.player.maxVolume, 80)
    expectEqual(settings.player.shutdownCommand, "systemctl poweroff")
    expectEqual(settings.inputs.grab, .named(["Some Remote", "Another, with a comma"]))
  }

  @Test func `comments, blank lines, colons, tabs, carriage returns and a byte order mark are no trouble`()
    throws
  {
    let settings = try read("\u{FEFF}# a remark\r\n\r\n[audio] ; sound\r\n\trate : 48000 ; a remark\r\n;end")
    expectEqual(settings.audio.rate, 48_000)
  }

  @Test func `an indented line is a line, not one more value of the key before`() throws {
    try expectEqual(read("[library]\nfolder = /a\n  folder = /b").library.folders, ["/a", "/b"])
    #expect(message("[library]\nfolder = /a\n  /b")?.hasPrefix("box.ini:3: this line is neither") == true)
  }

  @Test(arguments: [
    ("[audio]\nrate = 48k", "box.ini:2: rate = 48k; expected 8000 to 384000 (Hz)"),
    ("[audio]\nrate = 7999", "box.ini:2: rate = 7999; expected 8000 to 384000 (Hz)"),
    (
      "[audio]\nrate = 99999999999999999999",
      "box.ini:2: rate = 99999999999999999999; expected 8000 to 384000 (Hz)"
    ),
    ("[audio]\n\noutput = pulse", "box.ini:3: output = pulse; expected alsa, null or file:/PATH"),
    ("[audio]\noutput = file:out.wav", "box.ini:2: output = file:out.wav; expected alsa, null or file:/PATH"),
    ("[audio]\nlatency = fast", "box.ini:2: latency = fast; expected low, normal or safe"),
    ("[audio]\nbuffer-seconds = 0", "box.ini:2: buffer-seconds = 0; expected 1 to 30"),
    ("[audio]\ndevice =", "box.ini:2: device = ; expected auto or the name of an ALSA PCM, such as hw:1"),
    ("[library]\nstate = here", "box.ini:2: state = here; expected an absolute path"),
    ("[library]\nmount-root = media", "box.ini:2: mount-root = media; expected an absolute path, or off"),
    ("[control]\ntcp = 6600", "box.ini:2: tcp = 6600; expected HOST:PORT, such as 0.0.0.0:6600, or off"),
    (
      "[control]\ntcp = ::1:6600",
      "box.ini:2: tcp = ::1:6600; expected HOST:PORT, such as 0.0.0.0:6600, or off"
    ),
    ("[control]\ntcp = a:0", "box.ini:2: tcp = a:0; expected HOST:PORT, such as 0.0.0.0:6600, or off"),
    (
      "[control]\ntrust = 192.168.1.0/33",
      "box.ini:2: trust = 192.168.1.0/33; expected local, all, or networks such as 192.168.1.0/24 fd00::/8"
    ),
    (
      "[control]\nlocal-permissions = everything",
      "box.ini:2: local-permissions = everything; expected all, none, or some of read,add,player,control,admin"
    ),
    (
      "[control]\ndefault-permissions = read add",
      "box.ini:2: default-permissions = read add; expected all, none, or some of read,add,player,control,admin, or nothing"
    ),
    ("[player]\nautoplay = yes", "box.ini:2: autoplay = yes; expected resume, all, shuffle or off"),
    ("[player]\nstart-volume = 101", "box.ini:2: start-volume = 101; expected 0 to 100, or last"),
    ("[player]\nmax-volume = -1", "box.ini:2: max-volume = -1; expected 0 to 100"),
    (
      "[inputs]\ngrab = all\ngrab = x",
      "box.ini:3: grab = x; expected none, all, or a device's name (at most 32 times)"
    ),
    (
      "[player]\nvolume = 3",
      "box.ini:2: [player] has no key volume; "
        + "expected one of autoplay, start-volume, max-volume, min-volume, night-volume, night, crossfade-albums, shutdown-command, idle-off"
    ),
    (
      "\n[radio]",
      "box.ini:2: there is no section [radio]; expected one of "
        + "[audio], [library], [control], [web], [party], [player], [family], [hotspot], [tones], [analysis], [inputs], [output NAME], [key NAME], [button NAME], [chord NAME], [encoder NAME], [led NAME], [reader NAME]"
    ),
    ("rate = 1", "box.ini:1: a setting before the first section; expected a [section] before it"),
    (
      "[audio]\nrate = 48000\nrate = 44100",
      "box.ini:3: [audio] rate is already set in line 2; expected it once"
    ),
    (
      "[audio]\nrate = 48000\n[player]\n[audio]\nrate = 44100",
      "box.ini:5: [audio] rate is already set in line 2; expected it once"
    ),
    (
      "[control]\npassword = x ;y@read",
      "box.ini:2: a semicolon after a blank would end the password; "
        + "expected a password without it, and comments in other lines"
    ),
    ("[audio] rate = 1", "box.ini:1: unexpected text after the section name; expected a line break"),
    (
      "[audio\nrate = 1",
      "box.ini:1: this line is neither a setting nor a section; "
        + "expected `key = value`, `[section]` or a comment that begins with # or ;"
    ),
    ("[audio]\nrate = 1\u{1B}[2J", "box.ini:2: this line contains a control character; expected text"),
    ("[audio]\nrate = 1\0", "box.ini:2: this line contains a control character; expected text"),
  ])
  func `a mistake is named with its line and the expected value`(text: String, expected: String) {
    expectEqual(message(text), expected)
  }

  @Test func `a line that is not UTF-8 is refused`() throws {
    let file = try IniFile(bytes: Array("[library]\nfolder = /".utf8) + [0xFF], name: "x")
    expectEqual(file.faults.map(\.description), ["x:2: this line is not UTF-8; expected text in UTF-8"])
  }

  @Test func `all mistakes of a file are named, in the order of its lines`() {
    let text = """
      [audio]
      ouput = alsa
      latency = fast
      what is this
      [button next]
      line = 5
      [chord both]
      button = next
      button = gone
      press = play
      [player]
      night = 8pm-7am
      [control]
      password = guest@reed
      """
    let lines = message(text)?.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    #expect(lines == [2, 3, 4, 9, 12, 14].map { "box.ini:\($0):" })
  }

  @Test func `a section with a mistake causes no further ones`() {
    // The line is missing because its value is wrong; the button exists for the chord.
    #expect(
      message(
        "[button a]\nlien = 5\npress = play\n[button b]\nline = 6\n[chord c]\nbutton = a\nbutton = b\npress = stop"
      )
        == "box.ini:2: [button a] has no key lien; expected one of "
        + "\(BindingKeys.button.map(\.name).joined(separator: ", "))")
  }

  @Test func `settings below a heading with a mistake are not judged`() {
    #expect(
      message("[audio\nx = 1\n[library]\ny = 1")?.split(separator: "\n").map { $0.prefix(10) } == [
        "box.ini:1:", "box.ini:4:",
      ])
  }

  @Test func `the first twenty mistakes are named, and the others counted`() {
    let lines = message("[audio]\n" + String(repeating: "x = 1\n", count: 25))?.split(separator: "\n") ?? []
    #expect(lines.count == 21 && lines.last == "and 5 more mistakes")
  }

  @Test(arguments: [
    ("[library]\nfolder = ~/Music", "(~ is not expanded: write /home/NAME/Music)"),
    ("[library]\nfolder = \"/srv/My Music\"", ", without quotes"),
    ("[player]\nautoplay = 'off'", "resume, all, shuffle or off, without quotes"),
    ("[player]\nautoplay = off # no play", "(a comment after a value begins with ; not with #)"),
    ("[Player]\nautoplay = off", "expected [player]"),
    (
      "[control]\npassword = guest:read",
      "permissions after an @: guest@read; or guest:read@all if that is the password"
    ),
    ("[control]\npassword = a@read\npassword = b@read,raed", "there is no permission read,raed"),
    ("[control]\npassword = p@ss", "a password that contains an @ ends with @all"),
    ("[control]\npassword = b@", "there is no permission after the @"),
  ])
  func `a usual mistake is named with its remedy`(text: String, words: String) {
    #expect(message(text)?.contains(words) == true, "\(message(text) ?? "no message")")
  }

  @Test func `a password may contain what separates permissions`() throws {
    let access = try read(
      "[control]\npassword = p@ss@all\npassword = a:read@all\npassword = http://x:1\npassword = c@d@read,add"
    ).control.access
    expectEqual(access.passwords.map(\.word), ["p@ss", "a:read", "http://x:1", "c@d"])
    expectEqual(
      access.passwords.map(\.description), ["p@ss@all", "a:read@all", "http://x:1", "c@d@read,add"])
  }

  @Test func `a long line is taken whole or refused, never cut off`() throws {
    let long = "/" + String(repeating: "x", count: 3000)
    try expectEqual(read("[library]\nfolder = \(long)").library.folders, [long])
    let longer = "/" + String(repeating: "x", count: 3999)
    expectEqual(
      message("[library]\nfolder = \(longer)"), "box.ini:2: this line has 4009 bytes; expected at most 4000")
  }

  @Test func `a file that is too long is refused`() {
    let text = String(repeating: "#\n", count: IniFile.maximumBytes / 2)
    #expect(message(text) == nil)
    expectEqual(message(text + "#"), "box.ini: is too long; expected at most 256 KiB")
  }

  @Test func `a section name of any length keeps its end`() throws {
    let name = String(repeating: "n", count: 60)
    let settings = try read(
      "[button \(name)1]\nline = 1\npress = play\n[button \(name)2]\nline = 2\npress = stop")
    expectEqual(settings.inputs.buttons.map(\.name), [name + "1", name + "2"])
  }

  @Test func `too many folders are refused`() {
    let lines = (1...33).map { "folder = /\($0)" }.joined(separator: "\n")
    #expect(
      message("[library]\n\(lines)")?.hasPrefix("box.ini:34: folder = /33; expected an absolute path") == true
    )
  }
}
