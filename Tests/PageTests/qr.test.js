import assert from 'node:assert/strict';
import test from 'node:test';

const { qr } = await import('../../page/js/party/qr.js');

// Rows of the code of an address as another program (the Python package qrcode) makes it, as hexadecimal numbers.
const expected = `
1fd6c7f 1048941 175285d 1742e5d 1747c5d 1050041 1fd557f 0006500 146a125 1310b6b 1574b9d 0f3a3e8
1a4b541 0f35a63 1a7536d 01b7490 1fdcdf2 0010b15 1fd6159 1040b12 1743bf9 174d39e 175dc93 104b530
1fd4d89`.trim().split(/\s/).map((row) => parseInt(row, 16).toString(2).padStart(25, '0'));

test('the code of an address is that of other programs', () => {
  assert.deepEqual(qr('http://jukebox.local/').map((row) => row.map(Number).join('')), expected);
});

test('a code is as large as its text needs', () => {
  for (const [count, side] of [[1, 21], [14, 21], [15, 25], [26, 25], [27, 29], [42, 29], [43, 33], [62, 33],
    [84, 37], [106, 41]]) {
    assert.equal(qr('x'.repeat(count)).length, side, `${count} bytes`);
  }
  assert.equal(qr('x'.repeat(107)), null);
  assert.equal(qr('é'.repeat(7)).length, 21);
  assert.equal(qr('é'.repeat(8)).length, 25);
});
