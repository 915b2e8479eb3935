/// One line of sqlite_schema. The root page is where the rows lie, not what they are.
struct SchemaLine: Hashable, Sendable {
  let type: String
  let name: String
  let table: String
  let sql: String?
}
