/// A playlist's picture on its way, in parts. There is one at a time: the next one takes its place.
struct CoverUpload {
  weak var client: Client?
  let name: String
  var bytes: [UInt8] = []

  init(client: Client, name: String) {
    self.client = client
    self.name = name
  }
}
