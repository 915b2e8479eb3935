import Model

/// Messages from client to client.
enum ChannelCommands {
  static let list: [Command] = [
    Command("channels", .read, 0...1) { call throws(CommandError) in
      if call.arguments.count > 0 {
        try call.require(.player)
        return try SoundCommands.setChannels(call)
      }
      for channel in call.hub.channels { call.client.output.pair("channel", channel) }
      return .done
    },
    Command("readmessages", .read, 0...0) { call throws(CommandError) in
      for message in call.client.takeMessages() {
        call.client.output.pair("channel", message.channel)
        call.client.output.pair("message", message.text)
      }
      return .done
    },
    Command("sendmessage", .control, 2...2) { call throws(CommandError) in
      let channel = try channel(call)
      guard call.hub.send(call.arguments[1], to: channel) else {
        throw CommandError(.noExist, "nobody is subscribed to this channel")
      }
      return .done
    },
    Command("subscribe", .read, 1...1, subscribe),
    Command("unsubscribe", .read, 1...1) { call throws(CommandError) in
      guard let place = call.client.subscriptions.firstIndex(of: call.arguments[0]) else {
        throw CommandError(.noExist, "not subscribed to this channel")
      }
      call.client.subscriptions.remove(at: place)
      call.hub.announce(.subscription)
      return .done
    },
  ]

  private static func subscribe(_ call: Call) throws(CommandError) -> Answer {
    let channel = try channel(call)
    guard !call.client.subscriptions.contains(channel) else {
      throw CommandError(.exist, "already subscribed to this channel")
    }
    guard call.client.subscriptions.count < call.hub.limits.subscriptions else {
      throw CommandError(.exist, "subscription list is full")
    }
    call.client.subscriptions.append(channel)
    call.hub.announce(.subscription)
    return .done
  }

  private static func channel(_ call: Call) throws(CommandError) -> String {
    let name = call.arguments[0]
    let isValid = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "_-.:".utf8.contains(byte)
    }
    guard isValid, !name.isEmpty else { throw .argument("invalid channel name") }
    return name
  }
}
