import ArgumentParser
import Client
import Model

struct AllowCommand: RequestCommand {
  static let help = CommandHelp(
    "allow", "Let music play for some minutes in spite of quiet hours and budget.")
  static let discussion = """
    EXAMPLES
      jukebox allow 30
      jukebox allow 0    end it
    """

  @Argument(help: "1 to 720 minutes; 0 ends it.") var minutes: Int

  func validate() throws {
    try require((0...Action.allowances.upperBound).contains(minutes), "Expected 0 to 720 minutes.")
  }

  var request: [String] { ["allow", String(minutes)] }
  var done: String? { nil }
}
