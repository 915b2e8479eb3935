/// What people say of a volume's tracks and folders, and keep with them: a part for each table, which share what they need.
final class People {
  let personal: Personal
  let cues: Cues
  let stickers: Stickers
  let listening: Listening
  let folders: ResumingFolders
  let pads: PadTable

  init(_ connection: Connection) {
    let (rows, clock) = (PathRows(connection), ListeningClock(connection))
    personal = Personal(connection, rows, clock)
    cues = Cues(connection, rows)
    stickers = Stickers(connection, rows, personal)
    listening = Listening(connection, rows, clock, personal)
    folders = ResumingFolders(connection, rows)
    pads = PadTable(connection, rows)
  }
}
