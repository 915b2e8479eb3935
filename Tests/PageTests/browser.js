// What modules ask of the browser when they load, for a test that imports them in node: import this first.

globalThis.localStorage = { language: 'en' };
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });

const nothing = () => {};
const element = () => ({ append: nothing, showPopover: nothing, getAttribute: () => 'icons.svg#x', dataset: {}, style: {} });
globalThis.addEventListener = nothing;
globalThis.matchMedia = () => ({ matches: false, addEventListener: nothing });
globalThis.document = {
  documentElement: {}, body: element(), addEventListener: nothing, getElementById: element, querySelector: element,
  querySelectorAll: () => [],
};
