package import Client
package import Linux
package import Model
package import TLS

/// Address and permissions of the page.
package struct ServerSettings: Sendable {
  package enum Place: Sendable {
    /// An address without brackets, and a TCP port; 0 for any that is free.
    case address(host: String, port: UInt16)
    /// Listening sockets that this process got at its start; at least one.
    case descriptors([Int32])
  }

  package var place: Place
  /// The socket of the jukebox.
  package var jukebox: Address
  /// nil if there is no page: then only the addresses for programs are served.
  package var page: PageFolder?
  /// Permissions of a visitor without a password; nil: none.
  package var guests: Permissions?
  /// For visitors who speak TLS; nil: none may.
  package var identity: TLSIdentity?
  /// Names of this machine that visitors use, beside its own, its addresses and those of `.local`.
  package var hosts: [String]
  /// From which addresses visitors may come.
  package var trust: Trust
  /// Folder of the stored logins; nil: they end with the server.
  package var stateFolder: String?
  /// After this time without a visitor the server ends; nil: never.
  package var idleLimit: Duration?
  /// Its configuration: soon after a change the server takes no more connections.
  package var files: WatchedFiles

  package init(
    place: Place, jukebox: Address, page: PageFolder? = nil, guests: Permissions?,
    identity: TLSIdentity? = nil, hosts: [String] = [],
    trust: Trust = .local, stateFolder: String? = nil, idleLimit: Duration? = nil,
    files: WatchedFiles = WatchedFiles()
  ) {
    self.place = place
    self.jukebox = jukebox
    self.page = page
    self.guests = guests
    self.identity = identity
    self.hosts = hosts
    self.trust = trust
    self.stateFolder = stateFolder
    self.idleLimit = idleLimit
    self.files = files
  }

  /// For the page: whether it is served by HTTPS, and by a certificate that visitors do not trust yet.
  var https: String { identity == nil ? "no" : page?.authority == nil ? "yes" : "own" }
}
