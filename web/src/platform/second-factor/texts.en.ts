import type { Translated } from '../../ui/words/language.ts'
import type { factorResetTexts } from './texts.ts'

export const factorResetEnglish: Translated<typeof factorResetTexts> = {
  ask: 'Remove verification',
  askTitle: 'Remove {{name}}’s two-step verification?',
  askAnybody: 'Remove verification by email',
  askAnybodyTitle: 'Remove two-step verification',
  askHint:
    'For someone who lost their phone and their recovery codes. First make sure, by phone or in person, that they really ask for it. They are notified, and until it is removed it can be canceled.',
  email: 'Account email',
  emailHint: 'The one they sign in with, also if they work in a store.',
  reason: 'Reason',
  asked: 'On {{when}} the verification will be removed.',
  waits: 'Already requested. On {{when}} it will be removed.',
  waitsAlready: 'It was requested already. To start again, cancel that first.',
  hasNone: 'This account has no two-step verification.',
  unknown: 'No active account has this email.',
  notYours: 'Another administrator has to request this.',
  title: 'Verifications that will be removed',
  hint: 'If one of them looks wrong, cancel it and talk to the person.',
  line: 'On {{when}} it will be removed. Requested by {{by}}: {{reason}}',
  keepTitle: 'Keep {{name}}’s verification?',
  keepHint: 'Their app and their recovery codes keep working.',
  keepDo: 'Keep',
  kept: '{{name}} keeps their two-step verification.',
  gone: 'It was canceled already, or has been removed.',
}
