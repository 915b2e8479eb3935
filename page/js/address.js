// The address of a view: its name and what it shows, as words.

// The words of the address, as `link` puts them together. A text that is no right encoding stays as it is.
export const place = () => location.hash.slice(1).split('/').map((word) => {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
});
export const link = (...words) => `#${words.map((word) => encodeURIComponent(word)).join('/')}`;

let steps = 0;
addEventListener('hashchange', () => { steps += 1; });

// To the view before, or to `parent` where there is none.
export function goBack(parent) {
  if (steps > 0) history.back();
  else location.hash = parent;
}
