// The language of the page, whose texts are asked for before all other modules are there. Another language is another file in
// texts/ and a word here.

export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

// Chosen in this browser, by the household, by the browser itself.
const { dataset } = document.documentElement;
const wanted = [localStorage.language, dataset?.language, ...navigator.languages].map((name) => (name ?? '').slice(0, 2));
export const language = wanted.find((name) => name in languages) ?? 'en';
export const first = import(`../texts/${language}.js`);
