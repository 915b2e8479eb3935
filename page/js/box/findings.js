// What the doctor finds, from its answer: lists by key.

const list = (value) => [value ?? []].flat();

// Each: its state, group and text; a fault has an effect and a remedy, too.
export function findingsOf(answer) {
  const effects = list(answer.effect);
  const remedies = list(answer.remedy);
  const texts = list(answer.text);
  const names = list(answer.group);
  // Only faults have an effect and a remedy, in their order.
  return list(answer.state).map((state, at) => ({
    state, group: names[at], text: texts[at], ...state === 'fault' && { effect: effects.shift(), remedy: remedies.shift() },
  }));
}
