import Analysis
import Linux
import Media

// What board/fit asks of a song: `Fit FILE`. Writes seven tables to standard output: notes, tempos, keys,
// the tune, chords, live notes and bars (`FeatureVector`), each as the number of its values and the values, all as 32-bit floats, the lowest byte first.
guard CommandLine.arguments.count == 2 else { fatalError("usage: Fit FILE") }
let path = CommandLine.arguments[1]
let evidence = try FeatureVector(Analyzer(try openDecoder(try HostFile.open(path))))
let live = try FeatureVector.liveNotes(of: try openDecoder(try HostFile.open(path)))
var bytes: [UInt8] = []
for table in [
  evidence.notes, evidence.tempos, evidence.keys, evidence.tune, evidence.chords, live, evidence.bars,
] {
  for value in [Float(table.count)] + table {
    let bits = value.bitPattern
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
  }
}
let output = Descriptor(owning: 1)
var done = 0
while done < bytes.count { done += try output.write(bytes.span.extracting(done..<bytes.count)) ?? 0 }
