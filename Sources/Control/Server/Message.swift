/// What one client sends to those who subscribed to a channel.
struct Message {
  let channel: String
  let text: String
}
