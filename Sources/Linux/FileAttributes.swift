import CLinux

extension Descriptor {
  /// Limit of the names and of a value of extended attributes (xattr(7)), in bytes.
  private static let mostAttributeBytes = 64 << 10

  /// Gives the file the owner, group, permissions, access list and extended attributes of another one (fchown(2), fchmod(2),
  /// fsetxattr(2)). Attributes of the kernel's own, such as security labels, are taken as far as the kernel allows it.
  ///
  /// - Throws: what the system refuses, but permissions and attributes that the file system cannot store.
  public func takeAttributes(of other: borrowing Descriptor) throws(SystemError) {
    var (wanted, own) = (stat(), stat())
    try systemCall("fstat") { unsafe fstat(other.rawValue, &wanted) }
    try systemCall("fstat") { unsafe fstat(rawValue, &own) }
    if wanted.st_uid != own.st_uid || wanted.st_gid != own.st_gid {
      try systemCall("fchown") { fchown(rawValue, wanted.st_uid, wanted.st_gid) }
    }
    do throws(SystemError) {
      try systemCall("fchmod") { fchmod(rawValue, wanted.st_mode & 0o7777) }
    } catch {
      // FAT stores one bit.
      guard error.code == .notPermitted else { throw error }
    }
    for name in try attributeNames(of: other) {
      do throws(SystemError) { try copyAttribute(name, of: other) } catch {
        guard name.hasPrefix("user.") || name == "system.posix_acl_access" else { continue }
        throw error
      }
    }
  }

  private func attributeNames(of other: borrowing Descriptor) throws(SystemError) -> [String] {
    var names = [CChar](repeating: 0, count: Self.mostAttributeBytes)
    let count: Int
    do throws(SystemError) {
      count = try systemCall("flistxattr") { unsafe flistxattr(other.rawValue, &names, names.count) }
    } catch {
      guard error.code == .notSupported else { throw error }
      return []
    }
    return names[..<count].split(separator: 0).map { name in
      String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  private func copyAttribute(_ name: String, of other: borrowing Descriptor) throws(SystemError) {
    var value = [UInt8](repeating: 0, count: Self.mostAttributeBytes)
    let count = try systemCall("fgetxattr") {
      unsafe fgetxattr(other.rawValue, name, &value, value.count)
    }
    try systemCall("fsetxattr") { unsafe fsetxattr(rawValue, name, value, count, 0) }
  }
}
