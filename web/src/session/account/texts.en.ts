import type { Translated } from '../../ui/words/language.ts'
import type { accountTexts } from './texts.ts'

export const accountEnglish: Translated<typeof accountTexts> = {
  account: 'My account',
  accountHint: 'Your password and two-step verification.',
  signOut: 'Sign out',
  leaveUnsentTitle_one: '{{count}} sale is still to be sent',
  leaveUnsentTitle_other: '{{count}} sales are still to be sent',
  leaveUnsentHint:
    'They are not lost: they stay on this device and are sent when you sign in here again with a connection. If you can, wait for the network.',
  signOutEverywhere: 'Sign out on all devices',
  signedOutEverywhere: 'All your sessions were closed.',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  passwordChanged: 'Password changed. Your other sessions were closed.',
  secondFactor: 'Two-step verification',
  secondFactorOn: 'On',
  secondFactorOff: 'Off',
  secondFactorWhy:
    'Besides your password, it asks for a code that only your phone knows. Running the platform requires it.',
  enable: 'Turn on',
  disable: 'Turn off',
  enrolScan: 'Scan this code with your verification app and type the 6 digits that it shows.',
  enrolType: 'If you cannot scan, type this key:',
  enrolConfirm: 'Confirm',
  recoveryTitle: 'Keep your recovery codes',
  recoveryHint: 'Each works once if you lose your phone. They will not be shown again.',
  recoveryDone: 'I have kept them',
}
