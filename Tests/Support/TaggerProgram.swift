/// `jukebox-tagger`, built from this working copy: what it does to files can't be imitated.
public enum TaggerProgram {
  /// Its path.
  public static func path() throws -> String { "\(try built.get().path)/jukebox-tagger" }

  /// The folder with it, as long as the tests run.
  private static let built = Result { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    let script = "cd '\(Repository.root)' && . board/common.sh && build_tagger '\(folder.path)'"
    let result = try ChildProcess.run(["bash", "-c", script])
    guard result.status == 0 else { throw BuildFailure(output: "\(result.output)") }
    return folder
  }

  private struct BuildFailure: Error { let output: String }
}
