import ArgumentParser

/// The order of a list of pads; the raw value is the protocol's word.
enum PadOrder: String, ExpressibleByArgument { case place, name, newest, favourite }
