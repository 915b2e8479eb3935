/// A setting that the command line gives.
struct FlagOverride: Sendable {
  let flag: String
  let key: SettingKey<Settings>
  let value: String
}
