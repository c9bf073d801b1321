import type { Translated } from '../words/language.ts'
import type { scannerTexts } from './texts.ts'

export const scannerEnglish: Translated<typeof scannerTexts> = {
  codes_one: 'Code: {{codes}}',
  codes_other: 'Codes: {{codes}}',
  dismiss: 'Got it',
  typeIt: 'I typed it by hand',
  refusal: {
    dialog: 'You cannot scan here: close this window first',
    opening: 'The till is still opening: scan it again',
    locked: 'The till is locked: sign in and scan it again',
    noField: 'You cannot scan here: first touch the field for the code',
  },
  title: 'Scanner',
  hint: 'For this device only. If your scanner already adds products, change nothing.',
  prefix: 'Prefix',
  prefixHint:
    'What your scanner sends before each code, such as ~ or ]C1. With a prefix the till never takes a scan for your typing.',
  prefixWrong: 'It cannot have blanks, nor be digits alone.',
  ending: 'It ends with',
  endings: { auto: 'Automatic', Enter: 'Enter', Tab: 'Tab', none: 'Nothing' },
  pace: 'Speed',
  paces: { auto: 'Automatic', fast: 'Fast, by cable' },
  paceHint: {
    auto: 'Slow and Bluetooth scanners are recognised too. Digits that you type appear a moment later.',
    fast: 'Digits appear at once. A slow or Bluetooth scanner would not be recognised inside a field.',
  },
  sound: 'Sound on a scan',
  hear: { hit: 'Hear a hit', miss: 'Hear a miss' },
  test: 'Test: scan any code',
  testHint: 'Here you see what your scanner sends. Nothing is added to the cart.',
  seen: {
    code: 'Code',
    length: 'Length',
    gap: 'Between keys',
    gapValue: '{{mean}} ms, up to {{longest}} ms',
    ending: 'At the end',
    endings: { Enter: 'Enter', Tab: 'Tab', pause: 'Nothing' },
    prefix: 'Prefix',
    prefixYes: 'Yes',
    prefixNo: 'No',
  },
  usePrefix: 'Use {{prefix}} as prefix',
  done: 'Done',
}
