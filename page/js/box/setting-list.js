// Settings from the answer of the jukebox: lists by key, each as long as the others.

const list = (value) => [value ?? []].flat();

export function settingsOf(answer) {
  const names = ['value', 'usual', 'expected', 'effect', 'place'];
  const lists = names.map((name) => list(answer[name]));
  return list(answer.setting).map((setting, at) =>
    ({ setting, ...Object.fromEntries(names.map((name, number) => [name, lists[number][at] ?? ''])) }));
}
