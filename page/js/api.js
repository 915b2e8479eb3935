// Commands of the jukebox by HTTP. An answer is an object or an array of objects; all values are texts.

export class Refusal extends Error {
  constructor(status, body) {
    super(body.text ?? '');
    this.status = status;
    this.key = body.key ?? 'no-jukebox';
    this.about = body.about ?? '';
  }
}

// Where there were too many requests, it asks again after a moment. A password is tried once.
async function answer(url, options, tries = 4) {
  let response;
  try {
    response = await fetch(url, options);
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    throw new Refusal(0, { key: 'no-connection' });
  }
  if (response.ok) return response;
  if (response.status === 429 && tries > 1) {
    await new Promise((resolve) => { setTimeout(resolve, 700); });
    return answer(url, options, tries - 1);
  }
  throw new Refusal(response.status, await response.json().catch(() => ({})));
}

const path = (words) => words.map((word) => encodeURIComponent(word)).join('/');
// What a guest adds has the name that the guest has chosen.
const guest = () => (localStorage.guest ? { 'Jukebox-Guest': encodeURIComponent(localStorage.guest) } : {});
const json = (body) =>
  ({ method: 'POST', headers: { 'Content-Type': 'application/json', ...guest() }, body: JSON.stringify(body) });

// null where the jukebox has none of it.
export async function get(words, signal) {
  const response = await answer(`/api/${path(words)}`, { signal });
  return response.status === 204 ? null : response.json();
}

export async function post(command, ...words) {
  return (await answer(`/api/${command}`, json(words.map(String)))).json();
}

// While the page goes away: the browser sends it also after that.
export const last = (command, ...words) => answer(`/api/${command}`, { ...json(words.map(String)), keepalive: true });

// Commands in one list. It ends at the first refusal.
export async function batch(commands) {
  return (await answer('/api/batch', json(commands))).json();
}

// More commands than one list may have: in parts, in order. Lists have at most 500 commands and 64 KiB.
export async function batches(commands) {
  const answers = [];
  let part = [];
  let bytes = 0;
  for (const command of commands) {
    const size = 3 * JSON.stringify(command).length;
    if (part.length === 400 || bytes + size > 60000) {
      answers.push(...await batch(part));
      part = [];
      bytes = 0;
    }
    part.push(command);
    bytes += size;
  }
  if (part.length) answers.push(...await batch(part));
  return answers;
}

export async function bytes(url) {
  return new Uint8Array(await (await answer(url)).arrayBuffer());
}

export async function index(kind) {
  return (await answer(`/index/${kind}`, { cache: 'no-cache' })).json();
}

// A password raises what the visitor may do; the browser keeps it as a cookie that scripts cannot read.
export const login = (password) => answer('/login', json({ password }), 1);

const uriPath = (uri) => uri.split('/').map(encodeURIComponent).join('/');
export const coverURL = (uri, version, size) =>
  `/cover/song/${uriPath(uri)}?size=${size}${version ? `&v=${encodeURIComponent(version)}` : ''}`;

export const isStream = (uri) => uri.includes('://');
// 6 bytes a point; null of a stream, whose end nobody knows.
export const waveform = async (uri, points) => (isStream(uri) ? null : bytes(`/wave/song/${uriPath(uri)}?n=${points}`));

// A text inside of a filter expression.
export const quoted = (text) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
