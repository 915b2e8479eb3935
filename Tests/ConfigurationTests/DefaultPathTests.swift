import Testing

@testable import Configuration

@Suite struct DefaultPathTests {
  @Test(arguments: [
    ([:], "/var/lib/jukebox", "/run/jukebox/socket"),
    (
      ["STATE_DIRECTORY": "/var/lib/private/jukebox", "RUNTIME_DIRECTORY": "/run/j", "XDG_STATE_HOME": "/x"],
      "/var/lib/private/jukebox", "/run/j/socket"
    ),
    (
      ["XDG_STATE_HOME": "/home/a/state", "XDG_RUNTIME_DIR": "/run/user/1000"],
      "/home/a/state/jukebox", "/run/user/1000/jukebox/socket"
    ),
    (["HOME": "/home/a"], "/home/a/.local/state/jukebox", "/run/jukebox/socket"),
    (["HOME": "/root"], "/var/lib/jukebox", "/run/jukebox/socket"),
    (["XDG_STATE_HOME": "relative", "RUNTIME_DIRECTORY": ""], "/var/lib/jukebox", "/run/jukebox/socket"),
  ])
  func `paths follow the environment`(environment: [String: String], state: String, socket: String) {
    let settings = Settings(environment: environment)
    #expect(settings.library.state == state)
    #expect(settings.control.socket == socket)
  }
}
