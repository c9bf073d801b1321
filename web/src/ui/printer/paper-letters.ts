import type { CodePage } from './printer-settings.ts'

/** Characters that we write and no code page of a receipt printer has. */
const replaced: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '•': '·',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u200b': '',
  '\t': ' ',
  // Of a name in one line.
  '\n': ' ',
  '\r': '',
  // The encoder would write control bytes for them.
  '§': 'S',
  '¶': ' ',
}
const asciiReplaced: Readonly<Record<string, string>> = {
  '·': '-',
  '×': 'x',
  '\u00bf': '',
  '\u00a1': '',
  '°': 'o',
  º: 'o',
  ª: 'a',
  '½': '1/2',
  '¼': '1/4',
}

/** Text in the characters of a code page: a letter that it lacks loses its accent, and anything else is a `?`. */
export function lettersFor(text: string, page: CodePage): string {
  return [...text.normalize('NFC')].map((letter) => letterFor(letter, page)).join('')
}

function letterFor(letter: string, page: CodePage): string {
  const plain = replaced[letter] ?? letter
  if (/^[\x20-\x7e]*$/.test(plain)) return plain
  if (plain === '€') return page === 'cp858' || page === 'windows1252' ? plain : 'EUR'
  if (page === 'ascii') return asciiReplaced[plain] ?? withoutAccent(plain)
  // All three pages have the letters and signs of Latin 1.
  return /^[\xa1-\xff]$/.test(plain) ? plain : withoutAccent(plain)
}

function withoutAccent(letter: string): string {
  const [base = '?'] = letter.normalize('NFD')
  return /^[\x20-\x7e]$/.test(base) ? base : '?'
}
