import Analysis

/// The program's arguments.
struct Arguments {
  static let help = """
    jukebox-analyzer: tempo, beats, key, chords, loudness and waveform of a sound file

      jukebox-analyzer FILE            print them as text
      jukebox-analyzer --json FILE     print everything as one line of JSON
      jukebox-analyzer --live RATE     print chords and tones of standard input

      --notes        also transcribe notes: pitch, start, end
      --no-chords    skip chords, which take most of the time
      --worker       used by jukeboxd: read a sound file from standard input
                     and write a binary record, at the lowest priority
      --live         read sound from standard input: one channel, float32
                     (little-endian), RATE Hz. Print a line for each chord (time,
                     root from C = 0, quality, bass above the root, confidence)
                     and each tone (time, Hz, clarity, dBFS).
      --version      print the version and exit
      --help         print this help and exit

    FILE is MP3, FLAC, Ogg Vorbis, Opus, WAV or AIFF, 5 seconds to 6 hours long.
    The exit status is 0; 1 if there is no analysis (the reason is printed); 64 for
    wrong arguments.

    """

  private(set) var options = Analyzer.Options()
  private(set) var isJSON = false
  private(set) var isWorker = false
  private(set) var isVersion = false
  /// Rate of live sound on standard input, in Hz.
  private(set) var liveRate: Int?
  /// nil: help or the version was asked for, or it works for the jukebox.
  private(set) var path: String?

  init(_ words: [String]) throws(ArgumentFault) {
    var paths: [String] = []
    var isOption = true
    var isLive = false
    for word in words {
      switch word {
      case "--" where isOption: isOption = false
      case "--help" where isOption, "-h" where isOption: return
      case "--version" where isOption:
        isVersion = true
        return
      case "--json" where isOption: isJSON = true
      case "--worker" where isOption: isWorker = true
      case "--live" where isOption: isLive = true
      case "--notes" where isOption: options.wantsNotes = true
      case "--no-chords" where isOption: options.wantsChords = false
      case _ where isOption && word.hasPrefix("-"): throw ArgumentFault(words: "there is no option \(word)")
      default: paths.append(word)
      }
    }
    if isWorker, paths.isEmpty { return }
    if isLive {
      guard paths.count == 1, let rate = Int(paths[0]), LiveAnalyzer.rates.contains(rate) else {
        throw ArgumentFault(words: "--live takes a rate from 8000 to 192000 Hz")
      }
      liveRate = rate
      return
    }
    guard paths.count == 1 else {
      throw ArgumentFault(words: paths.isEmpty ? "no file given" : "one file at a time")
    }
    path = paths[0]
  }
}

struct ArgumentFault: Error {
  let words: String
}
