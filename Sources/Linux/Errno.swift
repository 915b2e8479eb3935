import CLinux

/// An error number of the kernel or the C library (errno(3)).
public struct Errno: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let notPermitted = Errno(rawValue: EPERM)
  public static let noSuchFile = Errno(rawValue: ENOENT)
  public static let interrupted = Errno(rawValue: EINTR)
  public static let inputOutput = Errno(rawValue: EIO)
  public static let badDescriptor = Errno(rawValue: EBADF)
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  public static let outOfMemory = Errno(rawValue: ENOMEM)
  public static let accessDenied = Errno(rawValue: EACCES)
  public static let badAddress = Errno(rawValue: EFAULT)
  public static let busy = Errno(rawValue: EBUSY)
  public static let exists = Errno(rawValue: EEXIST)
  public static let crossDevice = Errno(rawValue: EXDEV)
  public static let noSuchDevice = Errno(rawValue: ENODEV)
  public static let noSuchDeviceOrAddress = Errno(rawValue: ENXIO)
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  public static let isDirectory = Errno(rawValue: EISDIR)
  public static let invalidArgument = Errno(rawValue: EINVAL)
  public static let tooManyOpenFiles = Errno(rawValue: EMFILE)
  public static let noSpace = Errno(rawValue: ENOSPC)
  public static let readOnlyFileSystem = Errno(rawValue: EROFS)
  public static let brokenPipe = Errno(rawValue: EPIPE)
  public static let fileTooLarge = Errno(rawValue: EFBIG)
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  public static let notImplemented = Errno(rawValue: ENOSYS)
  public static let tooManyLinks = Errno(rawValue: ELOOP)
  public static let addressInUse = Errno(rawValue: EADDRINUSE)
  public static let addressNotAvailable = Errno(rawValue: EADDRNOTAVAIL)
  public static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  public static let connectionReset = Errno(rawValue: ECONNRESET)
  public static let connectionAborted = Errno(rawValue: ECONNABORTED)
  public static let inProgress = Errno(rawValue: EINPROGRESS)
  public static let addressFamilyNotSupported = Errno(rawValue: EAFNOSUPPORT)
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)

  /// The C library's sentence for the number, such as "No such file or directory" (strerror(3)).
  public var description: String {
    guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
    return unsafe String(cString: text)
  }
}
