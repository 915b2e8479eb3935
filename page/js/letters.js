// Letters as people type them, for search: the folding of the jukebox (Sources/Library/Search/FoldedName.swift).

// What is typed, and the letters that it stands for; the same table as the jukebox's (PlainLetters.swift).
const rows = [
  // Signs within words: one is typed as an apostrophe, the others are left out.
  ['\'', '\u{2BC}\u{A78C}'], ['', '\u{2B9}\u{2BA}\u{2BB}\u{2BD}\u{2BE}\u{2BF}\u{2C8}\u{2CC}\u{640}'],
  // Latin.
  ['a', 'ᴀᶏⱥɑ'], ['b', 'ƀƃɓʙᵬᶀꞗ'], ['c', 'ƈȼɕᴄꞓꞔ'], ['d', 'đƌȡɖɗᴅᵭᶁᶑꟈð'], ['e', 'ɇᴇᶒⱸꬴəɛǝ'], ['f', 'ƒᵮᶂꜰꞙ'],
  ['g', 'ǥɠɢᶃꞡɣ'], ['h', 'ħɦʜⱨꞕ'], ['i', 'ɨɪᶖıɩ'], ['j', 'ɉʝᴊȷ'], ['k', 'ƙᴋᶄⱪꝁꝃꝅꞣĸ'],
  ['l', 'łƚȴɫɬɭʟᶅⱡꝉꞎꬷꬸꬹ'], ['m', 'ɱᴍᵯᶆꬺ'], ['n', 'ƞȵɲɳɴᵰᶇꞑꞥꬻŋ'], ['o', 'øᴏⱺꝋꝍɔɵ'], ['p', 'ƥᴘᵱᵽᶈꝑꝓꝕ'],
  ['q', 'ɋʠꝗꝙꞯ'], ['r', 'ɍɼɽɾʀᵲᵳᶉꞧꭉ'], ['s', 'ȿʂᵴᶊꜱꞩꟊ'], ['t', 'ŧƫƭȶʈᴛᵵⱦ'], ['u', 'ᴜᶙꞹꭎꭒʉʊ'],
  ['v', 'ʋᴠᶌⱱⱴꝟ'], ['w', 'ᴡⱳ'], ['x', 'ᶍꭖꭗꭘꭙ'], ['y', 'ƴɏʏỿꭚ'], ['z', 'ƶȥɀʐʑᴢᵶᶎⱬ'], ['aa', 'ꜳ'],
  ['ae', 'æᴁ'],
  ['ao', 'ꜵ'], ['au', 'ꜷ'], ['av', 'ꜹꜻ'], ['ay', 'ꜽ'], ['oe', 'œɶ'], ['oo', 'ꝏ'], ['th', 'þꝥꝧ'],
  // Cyrillic.
  ['а', 'ә'], ['ае', 'ӕ'], ['г', 'ґғҕӷӻ'], ['ж', 'җ'], ['з', 'ҙ'], ['и', 'ҋ'], ['к', 'қҝҟӄ'], ['л', 'ӆԓԡԯ'],
  ['м', 'ӎ'], ['н', 'ңӈӊԣԩ'], ['о', 'ө'], ['п', 'ҧԥ'], ['р', 'ҏ'], ['с', 'ҫ'], ['т', 'ҭꚋ'], ['у', 'ұү'],
  ['х', 'ҳӽӿԧһ'], ['ч', 'ҷҹ'],
  // Armenian: the capitals of the ligature ech yiwn are written in two ways.
  ['վ', 'ւ'],
  // Arabic, Persian, Urdu and Kurdish: forms of alef, yeh, heh and kaf.
  ['ا', 'ٱٲٳ'], ['ي', 'یى'], ['ه', 'ةہەۃ'], ['ك', 'کڪ'],
  // Hebrew: the letters at the ends of words, and pairs that Yiddish writes as one.
  ['כ', 'ך'], ['מ', 'ם'], ['נ', 'ן'], ['פ', 'ף'], ['צ', 'ץ'], ['וו', 'װ'], ['וי', 'ױ'], ['יי', 'ײ'],
  // Bengali and Malayalam: letters without a vowel, which older texts write with a virama.
  ['ত্', 'ৎ'], ['ണ്', 'ൺ'], ['ന്', 'ൻ'], ['ര്', 'ർ'], ['ല്', 'ൽ'], ['ള്', 'ൾ'], ['ക്', 'ൿ'],
];
const plain = new Map(rows.flatMap(([typed, letters]) => [...letters].map((letter) => [letter, typed])));

// Of these scripts marks are accents or vowel points; of the others they are letters, but for the nukta of India.
const marked = [
  'Adlam', 'Arabic', 'Common', 'Coptic', 'Cyrillic', 'Ethiopic', 'Glagolitic', 'Greek', 'Hebrew', 'Inherited', 'Latin',
  'Mandaic', 'Nko', 'Samaritan', 'Syriac',
].map((script) => `(?=\\p{Script=${script}})\\p{Mn}`);
const nuktas = '\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0C3C\u0CBC';
const accents = new RegExp(`(?![\u3099\u309A])(?:[\\p{Me}${nuktas}]|${marked.join('|')})`, 'gu');

// Each script's digits are ten in a row, from zero on.
function digit(letter) {
  const code = letter.codePointAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

function folded(letter) {
  if (/[\u3041-\u3096\u309D\u309E]/.test(letter)) return String.fromCharCode(letter.charCodeAt(0) + 0x60);
  if (/\p{Nd}/u.test(letter)) return digit(letter);
  // In capitals, ß is SS and both small sigmas are one.
  const small = letter.toLowerCase().toUpperCase().toLowerCase();
  return [...small].map((part) => plain.get(part) ?? part).join('');
}

export function fold(text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '').replace(accents, '');
  return [...letters].map((letter) => (letter < '\x80' ? letter.toLowerCase() : folded(letter))).join('')
    .replace(/[\u30A6-\u30FD][\u3099\u309A]/g, (kana) => kana.normalize('NFC'));
}

// Its words, parted by spaces; an ideograph is a word by itself.
export const words = (text) => fold(text).replace(/\p{Unified_Ideograph}/gu, ' $& ').replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
