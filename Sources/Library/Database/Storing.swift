import Linux

/// Runs work of the kernel's, with its failure as a store's.
func mapSystemError<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(StoreError) -> Result
{
  do {
    return try body()
  } catch {
    throw StoreError(error)
  }
}
