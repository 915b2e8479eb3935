/// Personal data of a volume's tracks and folders: a part for each table. The parts share what they need.
final class People {
  let personal: Personal
  let cues: Cues
  let stickers: Stickers
  let listening: Listening
  let folders: ResumingFolders
  let pads: PadTable
  let cards: CardTable

  init(_ connection: Connection) {
    let (rows, clock) = (PathRows(connection), ListeningClock(connection))
    personal = Personal(connection, rows, clock)
    cues = Cues(connection, rows)
    stickers = Stickers(connection, rows, personal)
    listening = Listening(connection, rows, clock, personal)
    folders = ResumingFolders(connection, rows)
    pads = PadTable(connection, rows)
    cards = CardTable(connection, rows)
  }
}
