import Media
import Support
import Testing

@Test(arguments: ["album", "cut", "formats", "tags"])
func `every sound of the fixtures decodes to its stated length`(folder: String) throws {
  for path in try Repository.files(below: "Fixtures/\(folder)", suffix: "") {
    let name = String(path.dropFirst("Fixtures/".count))
    let decoder = try Fixture.decoder(name)
    let frames = try Fixture.drain(decoder).reduce(0) { $0 + $1.frames }
    #expect(frames > 0, "\(name)")
    #expect(decoder.positionFrames == Int64(frames), "\(name)")
    if let length = decoder.lengthFrames { #expect(Int64(frames) == length, "\(name)") }
  }
}
