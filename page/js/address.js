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
