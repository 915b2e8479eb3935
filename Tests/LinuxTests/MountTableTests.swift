import Support
import Testing

@testable import Linux

@Suite("The mount table")
struct MountTableTests {
  private func table(_ text: String) -> MountTable { MountTable(parsing: Array(text.utf8)) }

  @Test(arguments: [
    // No optional field, one, several.
    ("36 35 8:1 / /media/A rw - vfat /dev/sda1 rw", "/media/A", "vfat", "/dev/sda1", false),
    ("36 35 8:1 / /media/A rw,noatime shared:5 - vfat /dev/sda1 rw", "/media/A", "vfat", "/dev/sda1", false),
    ("36 35 8:1 / /m rw shared:5 master:2 - ext4 /dev/sda1 rw", "/m", "ext4", "/dev/sda1", false),
    // Read-only by the mount, and by the file system.
    ("36 35 8:1 / /m ro,noatime - ext4 /dev/sda1 rw", "/m", "ext4", "/dev/sda1", true),
    ("36 35 8:1 / /m rw,noatime - ext4 /dev/sda1 ro,errors=remount-ro", "/m", "ext4", "/dev/sda1", true),
    // What the kernel stopped writing to after a fault.
    ("36 35 8:1 / /m rw,noatime - ext4 /dev/sda1 rw,abort,emergency_ro", "/m", "ext4", "/dev/sda1", true),
    // An option that only begins alike.
    ("36 35 8:1 / /m rw,rootcontext=x - ext4 /dev/sda1 rw,rox", "/m", "ext4", "/dev/sda1", false),
    // Space, tab, line end, backslash and a hash are escaped; UTF-8 is not.
    (
      #"36 35 8:1 / /m/a\040b\011c\012d\134e\043 rw - vfat /dev/sda1 rw"#, "/m/a b\tc\nd\\e#", "vfat",
      "/dev/sda1", false
    ),
    ("36 35 8:1 / /m/Müsli rw - vfat /dev/sda1 rw", "/m/Müsli", "vfat", "/dev/sda1", false),
    // What is no escape stays.
    (#"36 35 8:1 / /m/\04 rw - vfat \9 rw"#, #"/m/\04"#, "vfat", #"\9"#, false),
  ])
  func `a line gives the mount`(line: String, path: String, type: String, source: String, isReadOnly: Bool)
    throws
  {
    let mount = try #require(table(line).mounts.first)
    expectEqual(mount.id, 36)
    expectEqual(mount.parentID, 35)
    expectEqual(mount.device, 0x801)
    expectEqual(mount.root, Array("/".utf8))
    expectEqual(mount.path, Array(path.utf8))
    expectEqual(mount.type, Array(type.utf8))
    expectEqual(mount.source, Array(source.utf8))
    expectEqual(mount.isReadOnly, isReadOnly)
  }

  @Test(arguments: [
    "", "36", "36 35 8:1 / /m rw", "36 35 8:1 / /m rw shared:1 vfat /dev/sda1 rw extra",
    "36 35 8:1 / /m rw -", "36 35 8:1 / /m rw - vfat", "x 35 8:1 / /m rw - vfat /dev/sda1 rw",
    "36 35 8 / /m rw - vfat /dev/sda1 rw", "36 35 8:99999999999 / /m rw - vfat /dev/sda1 rw",
    "99999999999999999999 35 8:1 / /m rw - vfat /dev/sda1 rw", "36 35 : / /m rw - vfat /dev/sda1 rw",
  ])
  func `a line that can't be read is left out and harms no other`(line: String) {
    let whole = "1 0 8:2 / / rw - ext4 /dev/root rw"
    expectEqual(table("\(line)\n\(whole)\n").mounts, table(whole).mounts)
    expectEqual(table(whole).mounts.count, 1)
  }

  @Test func `a path keeps bytes that are no UTF-8`() throws {
    let line = Array("36 35 8:1 / /m/".utf8) + [0xFF, 0xC3] + Array(" rw - vfat /dev/sda1 rw\n".utf8)
    let mount = try #require(MountTable(parsing: line).mounts.first)
    expectEqual(mount.path, Array("/m/".utf8) + [0xFF, 0xC3])
  }

  @Test func `a mount that another one at its path covers is not seen`() {
    let seen = table(
      """
      1 0 8:1 / / rw - ext4 /dev/root rw
      2 1 0:40 / /media/A rw - autofs systemd-1 rw
      3 2 8:17 / /media/A rw - vfat /dev/sdb1 rw
      4 1 8:33 / /media/B rw - vfat /dev/sdc1 rw
      """)
    expectEqual(seen.mounts.map(\.id), [1, 3, 4])
  }

  @Test func `a change lists removed, new and altered mounts`() {
    let before = table(
      """
      1 0 8:1 / / rw - ext4 /dev/root rw
      2 1 8:17 / /media/A rw - vfat /dev/sdb1 rw
      3 1 8:33 / /media/B rw - vfat /dev/sdc1 rw
      """)
    let after = table(
      """
      1 0 8:1 / / rw - ext4 /dev/root ro
      2 1 8:49 / /media/A rw - vfat /dev/sdd1 rw
      4 1 8:65 / /media/C rw - vfat /dev/sde1 rw
      """)
    let change = before.change(to: after)
    expectEqual(change.disappeared.map(\.id), [2, 3])
    expectEqual(change.appeared.map(\.id), [2, 4])
    expectEqual(change.altered.map(\.id), [1])
    #expect(before.change(to: before).isEmpty)
  }

  @Test(arguments: [
    ("/media/A", "/media", true), ("/media/A", "/media/", true), ("/media/A", "/media/A", true),
    ("/media/A", "/", true), ("/mediaA", "/media", false), ("/media", "/media/A", false),
  ])
  func `a mount lies below a folder by whole names`(path: String, folder: String, isBelow: Bool) throws {
    let mount = try #require(table("1 0 8:1 / \(path) rw - vfat x rw").mounts.first)
    expectEqual(mount.isBelow(Array(folder.utf8)), isBelow)
  }

  @Test(arguments: [
    ("/media/A", "/media/A", true), ("/media/A", "/media/A/", true), ("/media/A", "/media/A/x/y", true),
    ("/media/A", "/media/Ax", false), ("/media/A", "/media", false), ("/media/A", "/media/B/A", false),
    ("/", "/", true), ("/", "/media", true),
  ])
  func `a mount holds its mount point and what lies below it`(point: String, path: String, holds: Bool) throws
  {
    let mount = try #require(table("1 0 8:1 / \(point) rw - vfat x rw").mounts.first)
    expectEqual(mount.holds(Array(path.utf8)), holds)
  }

  @Test(arguments: [
    ("nfs", true), ("nfs4", true), ("cifs", true), ("smb3", true), ("ceph", true), ("9p", true),
    ("autofs", true), ("fuse", true), ("fuse.sshfs", true), ("fuseblk", true), ("ext4", false),
    ("vfat", false), ("exfat", false), ("ntfs3", false), ("btrfs", false), ("overlay", false),
    ("tmpfs", false), ("nfsd", false),
  ])
  func `a look may block where somebody else answers`(type: String, mayBlock: Bool) throws {
    let mount = try #require(table("1 0 8:1 / /m rw - \(type) x rw").mounts.first)
    expectEqual(mount.mayBlock, mayBlock)
  }

  @Test(arguments: [("/media/A/x", 2), ("/media/A", 2), ("/media/Ax", 1), ("/", 1)])
  func `the mount that holds a folder is the deepest one above it`(path: String, id: Int) {
    let seen = table("1 0 8:1 / / rw - ext4 x rw\n2 1 8:2 / /media/A rw - vfat y rw")
    expectEqual(seen.mount(holding: Array(path.utf8))?.id, id)
  }

  @Test(arguments: [
    ("STICK", "STICK"), (#"MY\x20STICK"#, "MY STICK"), (#"a\x2fb"#, "a/b"), (#"a\x2Fb"#, "a/b"),
    (#"\x"#, #"\x"#), (#"\x2"#, #"\x2"#), (#"\xzz"#, #"\xzz"#), (#"end\x41"#, "endA"),
  ])
  func `a label is read as udev writes it`(name: String, label: String) {
    expectEqual(VolumeLabel.unescaped(Array(name.utf8)), Array(label.utf8))
  }

  @Test func `a device without a label gives nil`() {
    #expect(VolumeLabel.find(device: .max) == nil)
    #expect(VolumeLabel.find(device: 1, in: "/nowhere") == nil)
  }
}
