// What board/bench measures inside a process: `Bench keys N`, `Bench wake N`. Prints one line.
let arguments = CommandLine.arguments
guard arguments.count == 3, let number = Int(arguments[2]), number > 0 else {
  fatalError("usage: Bench keys|wake N")
}
switch arguments[1] {
case "keys": print(try KeyLatency.measure(presses: number).line)
case "wake": print(try WakeLatency.measure(wakes: number).line)
default: fatalError("usage: Bench keys|wake N")
}
