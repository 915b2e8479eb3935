import Support
import Testing

@testable import Doctor

/// What is there for other rooms, by the configuration and the machine.
@Suite struct RoomsTests {
  private static let settings = """
    [audio]
    output = alsa
    this-room = card

    [web]
    listen = off

    [output tape]
    type = pipe
    path = /run/tape
    format = 48000:24:2

    [output house]
    type = snapcast
    ; no path
    format = 48000:16:2

    """
  private static let source = "source = pipe:///run/jukebox-rooms?name=jukebox&sampleformat=48000:16:2"

  private func machine() throws -> FakeMachine {
    let machine = try FakeMachine()
    machine.programs["/usr/bin/jukeboxd"] = (0, Self.settings)
    try machine.write("/usr/bin/snapserver", "")
    try machine.write("/run/jukebox-rooms", "")
    try machine.write("/etc/snapserver.conf", "[stream]\n\(Self.source)\n")
    // Both questions are answered by one text.
    machine.programs["systemctl"] = (0, "active\n" + FakeMachine.service())
    return machine
  }

  @Test func `a complete set-up lacks nothing`() throws {
    let facts = try machine().rooms
    expectEqual(facts.output, .init(name: "house", path: "/run/jukebox-rooms", format: "48000:16:2"))
    expectEqual(facts.source, Self.source)
    expectEqual(facts.addresses, ["192.168.1.5"])
    #expect(facts.isComplete)
  }

  @Test func `each part that is missing is seen`() throws {
    var machine = try machine()
    try machine.remove("/usr/bin/snapserver")
    #expect(!machine.rooms.isInstalled && !machine.rooms.isComplete)
    machine = try self.machine()
    try machine.remove("/run/jukebox-rooms")
    #expect(!machine.rooms.isPipeThere && !machine.rooms.isComplete)
    machine = try self.machine()
    try machine.write(
      "/etc/snapserver.conf", "[stream]\nsource = pipe:///tmp/snapfifo?name=default\n#\(Self.source)\n")
    #expect(!machine.rooms.hasSource && !machine.rooms.isComplete)
    machine = try self.machine()
    machine.programs["systemctl"] = (3, "inactive\n")
    machine.programs["jukeboxd"] = machine.programs["/usr/bin/jukeboxd"]
    #expect(machine.rooms.isRunning == false && !machine.rooms.isComplete)
    machine = try self.machine()
    machine.programs["/usr/bin/jukeboxd"] = (0, "[audio]\nthis-room = snapcast\n[output tape]\ntype = pipe\n")
    #expect(machine.rooms.output == nil && !machine.rooms.isComplete)
    #expect(machine.rooms.isThisRoomSynchronised)
    machine.programs["/usr/bin/jukeboxd"] = (78, "jukeboxd: /etc/jukebox.ini:3: no such key\n")
    expectEqual(machine.rooms.trouble, "jukeboxd: /etc/jukebox.ini:3: no such key")
  }

  @Test(arguments: [
    (
      "[server]\n\n[stream]\n# source = x\nsource = pipe:///tmp/snapfifo?name=default\n#port = 1\nsource=tcp://a\n[http]\n",
      "[server]\n\n[stream]\n# source = x\nsource = NEW\n#source = pipe:///tmp/snapfifo?name=default\n#port = 1\n#source=tcp://a\n[http]\n"
    ),
    ("[stream]\n#port = 1\n[http]\nsource = y\n", "[stream]\n#port = 1\nsource = NEW\n[http]\nsource = y\n"),
    ("[stream]\n source=NEW\n", "[stream]\nsource = NEW\n"),
    ("[stream]\n", "[stream]\nsource = NEW\n"),
    ("[http]\n", "[http]\n[stream]\nsource = NEW\n"),
    ("", "[stream]\nsource = NEW\n"),
  ])
  func `snapserver gets one source, and the rest of its file stays`(old: String, new: String) {
    expectEqual(SnapserverFile.replacingSources(in: old, by: "source = NEW"), new)
    expectEqual(SnapserverFile.replacingSources(in: new, by: "source = NEW"), new)
    #expect(SnapserverFile.has("source = NEW", in: new))
  }
}
