import Model
import Support
import Testing

@testable import Control

@Suite struct ConnectionCommandTests {
  @Test func `the tags that a client wants to see can be chosen`() {
    let conversation = Conversation()
    let all = ["tagtype: Artist", "tagtype: Album", "tagtype: Title", "tagtype: Track", "OK"]
    expectEqual(conversation.ask("tagtypes"), all)
    expectEqual(conversation.ask("tagtypes available"), all)
    expectEqual(conversation.ask("tagtypes clear"), ["OK"])
    expectEqual(conversation.ask("tagtypes"), ["OK"])
    expectEqual(
      conversation.ask("lsinfo a/01.flac"),
      [
        "file: a/01.flac", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2", "Time: 20",
        "duration: 20.000",
        "OK",
      ])
    expectEqual(conversation.ask("tagtypes enable title Album"), ["OK"])
    expectEqual(conversation.ask("tagtypes"), ["tagtype: Album", "tagtype: Title", "OK"])
    expectEqual(conversation.ask("tagtypes disable Album"), ["OK"])
    expectEqual(conversation.ask("tagtypes"), ["tagtype: Title", "OK"])
    expectEqual(conversation.ask("tagtypes reset Track"), ["OK"])
    expectEqual(conversation.ask("tagtypes"), ["tagtype: Track", "OK"])
    expectEqual(conversation.ask("tagtypes all"), ["OK"])
    expectEqual(conversation.ask("tagtypes"), all)
  }

  @Test func `features of the protocol can be turned on`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("protocol"), ["OK"])
    expectEqual(
      conversation.ask("protocol available"),
      [
        "feature: hide_playlists_in_root", "feature: error_keys", "OK",
      ])
    // A client of MPD that says so does not know the keys.
    expectEqual(conversation.ask("protocol all"), ["OK"])
    expectEqual(conversation.ask("protocol"), ["feature: hide_playlists_in_root", "OK"])
    expectEqual(conversation.ask("protocol disable hide_playlists_in_root"), ["OK"])
    expectEqual(conversation.ask("protocol"), ["OK"])
    expectEqual(conversation.ask("protocol enable hide_playlists_in_root"), ["OK"])
    expectEqual(conversation.ask("protocol clear"), ["OK"])
    expectEqual(conversation.ask("protocol"), ["OK"])
  }

  @Test(arguments: [
    ("tagtypes enable Artist foo", "2@0] {tagtypes} Unknown tag type"),
    ("tagtypes disable", "2@0] {tagtypes} Not enough arguments"),
    ("tagtypes x", "2@0] {tagtypes} Unknown sub command"),
    ("tagtypes clear x", "2@0] {tagtypes} Too many arguments"),
    ("protocol enable foo", "2@0] {protocol} Unknown protocol feature"),
    ("protocol enable", "2@0] {protocol} Not enough arguments"),
    ("protocol foo", "2@0] {protocol} Unknown sub command"),
    ("binarylimit 5", "2@0] {binarylimit} Value too small"),
    ("binarylimit x", "2@0] {binarylimit} Integer expected: x"),
    ("binarylimit -1", "2@0] {binarylimit} Number too large: -1"),
    ("password x", "3@0] {password} incorrect password"),
    ("enableoutput 5", "50@0] {enableoutput} No such audio output"),
    ("disableoutput x", "2@0] {disableoutput} Integer expected: x"),
    ("toggleoutput -1", "2@0] {toggleoutput} Number too large: -1"),
  ])
  func `a bad argument is refused`(line: String, answer: String) {
    expectEqual(Conversation().ask(line), ["ACK [" + answer])
  }

  @Test func `close answers nothing and runs no later command`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("close\nstop"), [])
    #expect(conversation.client.isClosing)
    #expect(conversation.fake.performed.isEmpty)
    let other = Conversation()
    expectEqual(other.ask("command_list_begin\nclose\nstop\ncommand_list_end"), [])
    #expect(other.fake.performed.isEmpty)
    expectEqual(other.hub.held.lists, 0)
  }

  @Test(arguments: ["", "s", "secre", "secret2", "secretsecret", "SECRET"])
  func `a password opens only if it is exact`(given: String) {
    let conversation = Conversation(password: "secret", isLocal: false)
    #expect(conversation.ask("password \"\(given)\"") == ["ACK [3@0] {password} incorrect password"])
    #expect(conversation.ask("stop") == ["ACK [4@0] {stop} you don't have permission for \"stop\""])
    expectEqual(conversation.ask("password secret\nstop"), ["OK", "OK"])
  }

  @Test func `a password replaces the permissions, also on the Unix socket, and a wrong one leaves them`() {
    let access = Access(
      passwords: [
        .init(word: "guest", permissions: .read), .init(word: "admin", permissions: .admin),
        .init(word: "owner"),
      ],
      defaults: [.read, .player])
    for isLocal in [false, true] {
      let conversation = Conversation(access: access, isLocal: isLocal)
      expectEqual(conversation.ask("stop"), ["OK"])
      #expect(
        conversation.ask("password guest\nstop") == [
          "OK", "ACK [4@0] {stop} you don't have permission for \"stop\"",
        ])
      #expect(conversation.ask("password wrong") == ["ACK [3@0] {password} incorrect password"])
      #expect(conversation.ask("stop").first?.hasPrefix("ACK [4@0]") == true)
      // One permission does not include another.
      expectEqual(conversation.ask("password admin\ndisableoutput 0"), ["OK", "OK"])
      #expect(conversation.ask("outputs").first?.hasPrefix("ACK [4@0]") == true)
      #expect(
        conversation.ask("password owner\nstop\npassword guest\nstop").last?.hasPrefix("ACK [4@0]") == true)
    }
  }

  @Test func `a password for a visitor is answered at once, and its pause is that visitor's`() {
    let conversation = Conversation(access: Access(passwords: [.init(word: "owner")], local: .read))
    let wrong = "ACK [3@0] {password} incorrect password"
    expectEqual(conversation.ask("password wrong 192.0.2.7"), [wrong])
    // Whatever it is, it is not looked at: a pause of 0.25 s has begun.
    #expect(
      conversation.ask("protocol enable error_keys\npassword owner 192.0.2.7").last
        == #"ACK [51@0] {password} [limit-reached "1"] Wait 1 s before the next password"#)
    expectEqual(conversation.ask("password owner 192.0.2.8\nstop"), ["OK", "OK"])
    let remote = Conversation(password: "owner", isLocal: false)
    #expect(
      remote.ask("password owner 192.0.2.8") == [
        "ACK [4@0] {password} Command only permitted to local clients"
      ])
  }

  @Test func `a password does not restore permissions that a connection gave up`() {
    let access = Access(passwords: [.init(word: "guest", permissions: [.read, .add]), .init(word: "owner")])
    let conversation = Conversation(access: access)
    #expect(conversation.ask("restrict read player\nstop\nsave x").last?.hasPrefix("ACK [4@0]") == true)
    expectEqual(conversation.ask("password owner\nstop\nstatus").last, "OK")
    #expect(conversation.ask("save x") == ["ACK [4@0] {save} you don't have permission for \"save\""])
    // Of the password's permissions the rest counts.
    #expect(conversation.ask("password guest\nstop").last?.hasPrefix("ACK [4@0]") == true)
    expectEqual(conversation.ask("restrict read"), ["OK"])
    #expect(conversation.ask("password owner\nstop").last?.hasPrefix("ACK [4@0]") == true)
    expectEqual(conversation.ask("commands"), Conversation(access: Access(local: .read)).ask("commands"))
    // One that names more gives nothing back.
    #expect(conversation.ask("restrict all\nstop").last?.hasPrefix("ACK [4@0]") == true)
    for words in ["restrict", "restrict x", "restrict read x"] {
      #expect(conversation.ask(words).last?.hasPrefix("ACK [2@0] {restrict}") == true)
    }
    #expect(conversation.ask("restrict none\nstatus").last?.hasPrefix("ACK [4@0]") == true)
    expectEqual(conversation.ask("ping"), ["OK"])
  }

  @Test func `a password in a command list counts from its place on`() {
    let access = Access(passwords: [.init(word: "guest", permissions: .read), .init(word: "owner")])
    let conversation = Conversation(access: access, isLocal: false)
    #expect(
      conversation.ask("command_list_ok_begin\npassword owner\nstop\npassword guest\nstop\ncommand_list_end")
        == [
          "list_OK", "list_OK", "list_OK", "ACK [4@3] {stop} you don't have permission for \"stop\"",
        ])
    #expect(
      conversation.ask("command_list_begin\nstop\npassword owner\ncommand_list_end") == [
        "ACK [4@0] {stop} you don't have permission for \"stop\""
      ])
    #expect(conversation.ask("stop").first?.hasPrefix("ACK [4@0]") == true)
  }

  @Test func `a client without a password may do little, and can list it`() {
    let conversation = Conversation(password: "secret", isLocal: false)
    expectEqual(
      conversation.ask("commands"),
      [
        "command: binarylimit", "command: close", "command: commands", "command: notcommands",
        "command: password",
        "command: ping", "command: protocol", "command: restrict", "command: tagtypes", "OK",
      ])
    let all = CommandTable.standard.commands.count
    expectEqual(conversation.ask("notcommands").count, all - 9 + 1)
    expectEqual(Conversation(password: "secret").ask("notcommands"), ["OK"])
  }

  @Test func `every command of the first cut is there`() {
    let names = """
      status currentsong stats clearerror play playid pause stop next previous seek seekid seekcur setvol volume getvol
      add addid delete deleteid clear move moveid swap swapid prio prioid shuffle playlistinfo playlistid playlistfind
      playlistsearch find findadd search searchadd list count searchcount
      listmounts listneighbors volumes albumart readpicture artwork plchanges plchangesposid random repeat single consume
      crossfade mixrampdb mixrampdelay
      replay_gain_mode replay_gain_status lsinfo listall listallinfo update rescan outputs enableoutput disableoutput
      toggleoutput password commands notcommands tagtypes urlhandlers decoders protocol config binarylimit subscribe
      unsubscribe channels readmessages sendmessage ping close idle engine inputs
      listplaylists listplaylist listplaylistinfo playlistlength searchplaylist load save playlistadd searchaddpl
      playlistdelete playlistmove playlistclear rename rm
      """.split(whereSeparator: \.isWhitespace)
    for name in names { #expect(CommandTable.standard[String(name)] != nil, "\(name)") }
    for line in ["newpartition x", "kill"] {
      let name = line.prefix { $0 != " " }
      #expect(Conversation().ask(line) == ["ACK [5@0] {} unknown command \"\(name)\""])
    }
  }

  @Test func `outputs, decoders and the engine are listed`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("toggleoutput 0"), ["OK"])
    expectEqual(
      conversation.ask("outputs"),
      [
        "outputid: 0", "outputname: null", "plugin: null", "outputenabled: 0", "OK",
      ])
    let flac = ["plugin: flac", "suffix: flac", "mime_type: audio/flac"]
    expectEqual(conversation.ask("decoders"), flac + ["OK"])
    conversation.fake.machine.helper = .init(name: "ffmpeg", suffixes: ["m4a"], mediaTypes: ["audio/mp4"])
    expectEqual(conversation.ask("decoders"), flac + ["OK"])
    conversation.fake.hasHelper = true
    expectEqual(
      conversation.ask("decoders"), flac + ["plugin: ffmpeg", "suffix: m4a", "mime_type: audio/mp4", "OK"])
    expectEqual(conversation.ask("urlhandlers"), ["handler: http://", "handler: https://", "OK"])
    expectEqual(conversation.ask("config"), ["music_directory: /music", "OK"])
    conversation.fake.machine.configurationFile = "/etc/jukebox.ini"
    expectEqual(
      conversation.ask("config"), ["music_directory: /music", "configuration_file: /etc/jukebox.ini", "OK"])
    conversation.fake.engineStatus.device = "hw:1"
    conversation.fake.engineStatus.latency = .milliseconds(41)
    conversation.fake.engineStatus.commands = 3
    conversation.fake.engineStatus.commandLatency99 = .microseconds(2500)
    let engine = conversation.ask("engine")
    expectEqual(engine.first, "version: \(ProgramVersion.current)")
    for line in [
      "device: hw:1", "period_frames: 0", "latency: 0.041", "commands: 3", "command_latency_p99_us: 2500",
    ] {
      #expect(engine.contains(line), "\(line)")
    }
    // What was not measured yet is left out.
    #expect(!engine.contains { $0.hasPrefix("key_latency_p99_us") })
  }

  @Test func `findings have their remedy, each in one line`() {
    let conversation = Conversation()
    conversation.fake.findings = [
      Finding(.sound, "card", .well("Plays on USB DAC")),
      Finding(
        .sticks, "full", .fault("a\nb is full", effect: "Nothing is stored.", remedy: "Delete files")),
      Finding(.machine, "memory", .unseen("hidden")),
    ]
    expectEqual(
      conversation.ask("doctor"),
      [
        "version: 1.2.3", "check: card", "group: sound", "state: well", "text: Plays on USB DAC",
        "check: full", "group: sticks", "state: fault", "text: a b is full", "effect: Nothing is stored.",
        "remedy: Delete files", "check: memory", "group: machine", "state: unseen", "text: hidden", "OK",
      ])
    #expect(
      Conversation(password: "secret", isLocal: false).ask("doctor") == [
        "ACK [4@0] {doctor} you don't have permission for \"doctor\""
      ])
  }

  @Test func `a tone is played on a side that there is, and unbound inputs are named`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("doctor tone left"), ["milliseconds: 900", "OK"])
    expectEqual(conversation.fake.tones, [.left])
    for line in ["doctor tone", "doctor tone up", "doctor tone left right", "doctor teeth"] {
      #expect(conversation.ask(line).first?.hasPrefix("ACK [2@0] {doctor} Expected ") == true)
    }
    conversation.fake.refusal = .system("there is no sound output")
    #expect(conversation.ask("doctor tone both").first?.contains("there is no sound output") == true)

    expectEqual(conversation.ask("doctor buttons"), ["lines: 13", "OK"])
    conversation.fake.unbound = [
      UnboundInput(kind: "line", name: "22", place: "gpiochip0"),
      UnboundInput(kind: "key", name: "KEY_1", place: "Remote"),
    ]
    expectEqual(
      conversation.ask("doctor buttons gpiochip4:22 5"),
      [
        "lines: 13", "unbound: line", "name: 22", "place: gpiochip0", "unbound: key", "name: KEY_1",
        "place: Remote", "OK",
      ])
    expectEqual(conversation.fake.askedLines, [[], ["gpiochip4:22", "5"]])
  }

  @Test func `every input is listed, with its last action and its problem`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("inputs"), ["OK"])
    var button = InputReport(.button, name: "next", place: "gpiochip0 line 17")
    button.actions = 2
    button.lastAction = .next
    button.lastNanoseconds = 1_234_567_890
    var knob = InputReport(.encoder, name: "volume", place: "gpiochip0 lines 5, 6")
    knob.trouble = "gpiochip0 line 5: Device or resource busy (gpiod)"
    var light = InputReport(.led, name: "status", place: "gpiochip0 line 22")
    light.look = "blinking"
    conversation.fake.inputs = [button, knob, light]
    expectEqual(
      conversation.ask("inputs"),
      [
        "input: next", "kind: button", "place: gpiochip0 line 17", "works: 1", "actions: 2",
        "last_action: next", "last_ns: 1234567890",
        "input: volume", "kind: encoder", "place: gpiochip0 lines 5, 6", "works: 0",
        "trouble: gpiochip0 line 5: Device or resource busy (gpiod)", "actions: 0",
        "input: status", "kind: led", "place: gpiochip0 line 22", "works: 1", "look: blinking", "OK",
      ])
  }
}
