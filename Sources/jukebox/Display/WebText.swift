import Doctor

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
    ["listen": page.listen ?? "", "addresses": page.urls]
  }

  static func notes(on page: PageFacts) -> [String] {
    page.isServed == false ? ["It is not served yet. Run:"] + commands : []
  }

  private static let commands = [
    "  sudo systemctl daemon-reload", "  sudo systemctl restart jukebox-web.socket",
  ]
}
