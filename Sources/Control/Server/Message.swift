/// A message from one client to the subscribers of a channel.
struct Message {
  let channel: String
  let text: String
}
