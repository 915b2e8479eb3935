/// The version of all programs and of the package, as the changelog counts. `board/common.sh` reads it from this file.
public enum ProgramVersion {
  public static let current = "0.1.0"
}
