/// One step of a schema: the statements that lead from the version before to this one, for good. A landed
/// migration is never edited; a change is a further one.
struct Migration: Sendable {
  let statements: [StaticString]
  init(_ statements: StaticString...) { self.statements = statements }
}
