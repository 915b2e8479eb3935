// What modules ask of the browser when they load, for a test that imports them in node: import this first.

globalThis.localStorage = { language: 'en' };
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });

const nothing = () => {};
const element = () => ({
  append: nothing, replaceChildren: nothing, showPopover: nothing, addEventListener: nothing, setAttribute: nothing,
  getAttribute: () => 'icons.svg#x', classList: { add: nothing, remove: nothing, toggle: nothing }, dataset: {}, style: {},
  // A canvas whose pictures have one byte.
  getContext: () => ({ fillRect: nothing, drawImage: nothing }), toBlob: (done) => done(new Blob(['x'])),
});
globalThis.addEventListener = nothing;
globalThis.location = { hash: '' };
globalThis.matchMedia = () => ({ matches: false, addEventListener: nothing });
globalThis.document = {
  documentElement: {}, body: element(), addEventListener: nothing, getElementById: element, querySelector: element,
  createElement: element, createElementNS: element,
  querySelectorAll: () => [],
};
