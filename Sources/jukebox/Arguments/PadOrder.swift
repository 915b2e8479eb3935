import ArgumentParser

/// In which order pads are told; the raw value is the protocol's word.
enum PadOrder: String, ExpressibleByArgument { case place, name, newest, favourite }
