// The address of this page as a QR code, for the phones of guests.

import { h } from '../dom.js';
import { dialog } from '../menu.js';
import { store } from '../store.js';
import { t } from '../texts.js';
import { inviteAddress } from './invite-address.js';
import { qr } from './qr.js';

export const styles = ['party'];
export const texts = true;

const quiet = 4;      // light modules around it, which readers need

function picture(rows) {
  const make = (tag, values) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    return element;
  };
  const side = rows.length + 2 * quiet;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : ''))).join('');
  const svg = make('svg', { viewBox: `0 0 ${side} ${side}`, class: 'qr', role: 'img', 'aria-label': t('invite-code') });
  svg.append(make('path', { d: path, 'shape-rendering': 'crispEdges' }));
  return svg;
}

export function invite() {
  const address = inviteAddress(location, store.https);
  const rows = address && qr(address);
  dialog(t('invite'), h('div', { class: 'invite' }, rows && picture(rows), address && h('p', { class: 'invite-address' }, address),
    h('p', { class: 'muted' }, t(address ? 'invite-hint' : 'invite-local'))));
}
