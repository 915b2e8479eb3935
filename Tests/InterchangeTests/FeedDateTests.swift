import Support
import Testing

@testable import Interchange

/// Dates of feeds.
@Suite struct FeedDateTests {
  /// March 5th, 2024, 10:00 UTC.
  private static let tuesday: Int64 = 1_709_632_800

  @Test(arguments: [
    "Tue, 05 Mar 2024 10:00:00 GMT", "Tue, 05 Mar 24 10:00:00 UT", "5 Mar 2024 10:00 Z",
    "Tuesday, 5 March 2024 10:00:00", "Tue, 05 Mar 2024 11:00:00 +0100", "Tue, 05 Mar 2024 11:00:00 +01:00",
    "Tue, 05 Mar 2024 11:00:00 CET", "05 Mar 2024 12:00:00 EET", "05 Mar 2024 05:00:00 EST",
    "05 Mar 2024 02:00:00 PST", "05 Mar 2024 19:00:00 JST", "05 Mar 2024 15:30 IST", "05 Mar 2024 21:00 AEDT",
    "Tue Mar  5 10:00:00 2024", "Tue Mar 5 2024 06:00:00 GMT-0400 (EDT)", "Mar 5, 2024 10:00 AM",
    "March 5, 2024, 10:00", "5-Mar-2024 10:00:00 GMT", "05-Mar-24 10:00:00 GMT", "2024-03-05T10:00:00Z",
    "2024-03-05T11:00:00.250+01:00", "2024-03-05T11:00:00+0100", "2024-03-05T10:00Z", "2024-03-05 10:00:00",
    "2024-03-05 11:00:00 +0100", "2024-03-05t10:00:00z", "20240305T100000Z", "05.03.2024 10:00",
    "03/05/2024 10:00",
    "1709632800", "24-03-05 10:00", "05 Mar 2024 05:00 ET",
  ]) func `forms of one time`(_ text: String) { expectEqual(FeedDate.seconds(text), Self.tuesday) }

  @Test(
    arguments: [
      ("Mon, 04 Mar 2024 24:00:00 +0000", -36_000), ("2024-03-04T24:00:00Z", -36_000),
      ("Mar 5, 2024", -36_000),
      ("2024-03-05", -36_000), ("05 Mar 2024", -36_000), ("2024-03", -381_600),
      ("5 Mar 2024 10:00 PM", 43_200),
      ("5 Mar 2024 12:00 AM", -36_000), ("05 Mar 2024 10:00:60 GMT", 60),
      ("05 Mar 1999 10:00:00 GMT", -789_004_800),
      ("05 Mar 99 10:00:00 GMT", -789_004_800), ("25/03/2024 10:00", 1_728_000),
    ] as [(String, Int64)]) func `times from March 5th at ten`(_ text: String, _ seconds: Int64)
  {
    #expect(FeedDate.seconds(text).map { $0 - Self.tuesday } == seconds)
  }

  @Test(arguments: [
    "", "Tuesday", "today", "32 Mar 2024 10:00:00 Z", "05 Mar 2024 ::", "05 Mar 2024 34:50:00", "10:00",
    "Mar 2024 10:00",
    "2024-13-05", "2024-03-05T25:00:00Z", "05 Mar 2024 24:01:00", String(repeating: "1", count: 1000),
    "/ / /", "-", "+",
    "99999999999999999999 Mar 2024", "5 Mar -1", "2024-03-05T:::",
  ]) func `a text that is no date is nil`(_ text: String) { #expect(FeedDate.seconds(text) == nil) }
}
