// An alarm as the jukebox lists it, and the words that make it so again. Pure functions.

const kept = ['volume', 'fade', 'length', 'enabled'];

// Kind and target of its content; null where it has none.
export function contentOf({ content = '' }) {
  const [, kind, target] = /^(\w+) (.+)$/s.exec(content) ?? [];
  return target ? { kind, target } : null;
}

const when = ({ days, date }) => (date ? ['date', date] : ['days', days]);
const numbers = (alarm) => kept.flatMap((key) => (alarm[key] === undefined ? [] : [key, String(alarm[key])]));

export function added(alarm) {
  const content = contentOf(alarm);
  return ['alarm', 'add', alarm.time, ...when(alarm), ...content ? ['content', content.kind, content.target] : [],
    ...numbers(alarm)];
}

export function changed(alarm) {
  const content = contentOf(alarm);
  return ['alarm', 'set', alarm.alarm, 'time', alarm.time, ...when(alarm), 'content',
    ...content ? [content.kind, content.target] : ['none'], ...numbers(alarm)];
}
