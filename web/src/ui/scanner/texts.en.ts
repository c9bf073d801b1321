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
    noField: 'You cannot scan here: tap the code field first',
  },
  title: 'Scanner and sound',
  hint: 'For this device only. If your scanner already adds products, change nothing.',
  prefix: 'Prefix',
  prefixHint:
    'What your scanner sends before each code, such as ~ or ]C1. With a prefix, the till never mistakes a scan for typing.',
  prefixWrong: 'It cannot contain spaces or consist only of digits.',
  ending: 'Suffix',
  endings: { auto: 'Automatic', Enter: 'Enter', Tab: 'Tab', none: 'Nothing' },
  pace: 'Speed',
  paces: { auto: 'Automatic', fast: 'Fast (wired)' },
  paceHint: {
    auto: 'Slow and Bluetooth scanners are recognized too. Digits that you type appear with a short delay.',
    fast: 'Digits appear immediately. A slow or Bluetooth scanner is not recognized inside a field.',
  },
  sound: 'Sounds of this till',
  hear: { hit: 'Read', miss: 'Not read', paid: 'Paid', declined: 'Declined' },
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
