import Linux

/// The page for a visitor beyond the limits.
enum FullHouse {
  static let seconds = 10

  /// A page for people, which tries again by itself.
  private static let page = """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jukebox</title>
    <meta http-equiv="refresh" content="\(seconds)"><meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark"></head><body>
    <h1>The jukebox has as many visitors as it can serve.</h1>
    <p>This page tries again in \(seconds) seconds. Close other tabs with the jukebox to make room.</p>
    <p lang="de">Die Jukebox hat so viele Besucher, wie sie bedienen kann. Diese Seite versucht es in \(seconds) Sekunden wieder.
    Schließe andere Tabs mit der Jukebox, um Platz zu machen.</p>
    <p lang="fr">Le jukebox a autant de visiteurs qu’il peut en servir. Cette page réessaie dans \(seconds) secondes.
    Fermer d’autres onglets avec le jukebox pour faire de la place.</p>
    <p lang="es">El jukebox tiene tantas visitas como puede atender. Esta página lo intenta de nuevo en \(seconds) segundos.
    Cerrar otras pestañas con el jukebox para hacer sitio.</p></body></html>
    """

  private static let json =
    #"{"key":"too-many","text":"The jukebox has as many visitors as it can serve. Try again in \#(seconds) s."}"#

  /// - Parameter request: as much of it as has come.
  static func answer(to request: String) -> String {
    let isBrowser = request.lowercased().utf8.firstOccurrence(of: "text/html".utf8) != nil
    let body = isBrowser ? page : json
    return """
      HTTP/1.1 503 Service Unavailable\r
      Content-Type: \(isBrowser ? "text/html; charset=utf-8" : "application/json")\r
      Content-Security-Policy: default-src 'none'\r
      X-Content-Type-Options: nosniff\r
      Cache-Control: no-store\r
      Retry-After: \(seconds)\r
      Connection: close\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """
  }
}
