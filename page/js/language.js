// The language of the page, whose texts are asked for before all other modules are there. Another language is another file in
// texts/ and a word here.

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

const wanted = [localStorage.language, ...navigator.languages].map((name) => (name ?? '').slice(0, 2));
export const language = wanted.find((name) => name in languages) ?? 'en';
export const first = import(`../texts/${language}.js`);
