import ArgumentParser
import Doctor
import Linux

struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web", abstract: "Print the address of the page for phones, as a QR code too.",
    discussion: """
      Run it on the jukebox itself, and point a phone's camera at the terminal. The
      page is off until `listen` in the section [web] of the configuration is set.

      EXAMPLES
        jukebox web
        jukebox web --json | jq -r '.addresses[-1]'

      For the code it runs qrencode (Debian: qrencode).
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print one line of JSON.") var json = false

  func run() throws {
    let page = MachineProbe().page(configuration: connection.configurationFile)
    let lines = WebText.problem(of: page)
    if !lines.isEmpty {
      Notice.tell(lines)
      throw ExitCode.failure
    }
    if json { return Page.print(try JSON.line(WebText.report(on: page))) }
    Page.print(lines: page.secureURLs + page.urls)
    if page.isLoopback { Page.print("Only browsers on this machine reach it.") }
    Page.print(lines: WebText.notes(on: page))
    guard Terminal.isInteractive, !page.isLoopback, let url = page.urls.last else { return }
    if let picture = Self.picture(of: url) {
      Page.draw(picture)
    } else {
      Page.print("For a QR code: sudo apt install qrencode")
    }
  }

  /// nil if qrencode is not there.
  private static func picture(of url: String) -> String? {
    let words = ["/usr/bin/env", "qrencode", "-t", "ANSIUTF8", "-m", "2", url]
    let drawn = try? Subprocess.output(of: words, within: .seconds(5))
    return drawn.flatMap { $0.status == 0 ? $0.text : nil }
  }
}

/// Addresses of the page, for people.
enum WebText {
  /// Why there is no address, and what to do; empty if there is one.
  static func problem(of page: PageFacts) -> [String] {
    if let trouble = page.trouble { return ["jukebox: The configuration cannot be used: \(trouble)"] }
    guard page.listen != nil else {
      return [
        "jukebox: The page is off. Set this in the section [web] of \(page.file):",
        "  listen = 0.0.0.0:80", "Then:",
      ] + commands
    }
    if page.urls.isEmpty { return ["jukebox: This machine has no address in a network."] }
    return []
  }

  /// The addresses for other programs.
  static func report(on page: PageFacts) -> JSONObject {
    ["listen": page.listen ?? "", "addresses": page.secureURLs + page.urls]
  }

  static func notes(on page: PageFacts) -> [String] {
    page.isServed == false ? ["It is not served yet. Run:"] + commands : []
  }

  private static let commands = [
    "  sudo systemctl daemon-reload", "  sudo systemctl restart jukebox-web.socket",
  ]
}
