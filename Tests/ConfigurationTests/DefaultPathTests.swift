import Linux
import Support
import Testing

@testable import Configuration

@Suite struct DefaultPathTests {
  @Test(arguments: [
    ([:], "/var/lib/jukebox", nil),
    (
      ["STATE_DIRECTORY": "/var/lib/private/jukebox", "RUNTIME_DIRECTORY": "/run/j", "XDG_STATE_HOME": "/x"],
      "/var/lib/private/jukebox", "/run/j/socket"
    ),
    (
      ["XDG_STATE_HOME": "/home/a/state", "XDG_RUNTIME_DIR": "/run/user/1000"],
      "/home/a/state/jukebox", "/run/user/1000/jukebox/socket"
    ),
    (["HOME": "/home/a"], "/home/a/.local/state/jukebox", nil),
    (["HOME": "/root"], "/var/lib/jukebox", nil),
    (["XDG_STATE_HOME": "relative", "RUNTIME_DIRECTORY": ""], "/var/lib/jukebox", nil),
  ])
  func `paths follow the environment`(environment: [String: String], state: String, socket: String?) {
    let settings = Settings(environment: environment)
    expectEqual(settings.library.state, state)
    // Without a folder of either kind it hangs on who the user is.
    #expect(settings.control.socket == socket ?? RuntimePaths(environment: environment).socketToListenOn)
  }
}
