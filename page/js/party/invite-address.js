// Names of a computer for itself alone: no phone comes from there to the jukebox.
const own = /^(localhost|127\.[\d.]+|\[::1\])$/;

// The address of this page for phones of guests; null where it is none for them. Of a certificate by the jukebox itself
// (`https` is `own`) they know nothing: they get the address without it, at the same port or at port 80.
export function inviteAddress({ origin, hostname }, https) {
  if (own.test(hostname)) return null;
  return https === 'own' ? Object.assign(new URL('/', origin), { protocol: 'http:' }).href : `${origin}/`;
}
