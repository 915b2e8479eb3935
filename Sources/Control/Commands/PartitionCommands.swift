import Model

/// Partitions: there is one, MPD's `default`.
enum PartitionCommands {
  static let list: [Command] = [
    Command("listpartitions", .read, 0...0) { call throws(CommandError) in
      call.client.output.pair("partition", name)
      return .done
    },
    Command("partition", .read, 1...1) { call throws(CommandError) in
      guard call.arguments[0] == name else { throw CommandError(.noExist, "partition does not exist") }
      return .done
    },
  ]

  static let name = "default"
}
