import assert from 'node:assert/strict';
import test from 'node:test';
import { inviteAddress } from '../../page/js/party/invite-address.js';

test('phones get an address without a certificate that they do not know', () => {
  const of = (address, https) => inviteAddress(new URL(address), https);
  assert.equal(of('https://kitchen.local/#box', 'own'), 'http://kitchen.local/');
  assert.equal(of('https://kitchen.local:8443/', 'own'), 'http://kitchen.local:8443/');
  assert.equal(of('https://music.example.org/', 'yes'), 'https://music.example.org/');
  assert.equal(of('http://192.168.1.7:8080/', 'no'), 'http://192.168.1.7:8080/');
});

test('an address of this computer alone is none for phones', () => {
  for (const address of ['http://localhost:8080/', 'http://127.0.0.1/', 'https://[::1]:8443/']) {
    assert.equal(inviteAddress(new URL(address), 'own'), null, address);
  }
  assert.equal(inviteAddress(new URL('http://localhost-bar.local/'), 'no'), 'http://localhost-bar.local/');
});
