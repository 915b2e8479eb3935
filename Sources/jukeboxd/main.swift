import Configuration
import Glibc
import Linux
import Model

/// Reads the command line, carries it out, and ends with a status for the service manager: 0 in order, 78 for an
/// unusable configuration, 1 if the system refused something essential.
func run() -> Int32 {
  do throws(SystemError) {
    try StandardDescriptors.hold()
  } catch {
    Log.error("standard input, output and error: \(error)")
    return 1
  }
  let environment = ProcessEnvironment.all
  let invocation: Invocation
  let settings: Settings
  do throws(ConfigurationError) {
    invocation = try Invocation(arguments: Array(CommandLine.arguments.dropFirst()))
    switch invocation.task {
    case .help:
      print(Invocation.help, terminator: "")
      return 0
    case .version:
      print("jukeboxd \(ProgramVersion.current)")
      return 0
    case .check, .run: settings = try invocation.settings(environment: environment)
    }
  } catch {
    for line in error.lines { Log.error(line) }
    return ConfigurationError.exitStatus
  }
  if invocation.task == .check {
    print(settings.text, terminator: "")
    for warning in settings.warnings + BindingCheck(settings).warnings { Log.warning(warning) }
    // No reason to fail: it may be mounted later.
    for folder in settings.library.folders {
      do { _ = try Root(path: folder) } catch { Log.warning("[library] folder is not available: \(error)") }
    }
    return 0
  }
  Memory.giveBackFreed()
  do throws(StartFailure) {
    let inForce = SettingsInForce(
      settings, file: invocation.configurationFile, store: SettingsStore(invocation, environment: environment)
    )
    let runsAgain = try Daemon(inForce, environment: environment).run()
    guard runsAgain else { return 0 }
    Log.error("cannot start again: \(ProcessImage.replace(arguments: CommandLine.arguments))")
    return 1
  } catch {
    Log.error("\(error)")
    return 1
  }
}

exit(run())
