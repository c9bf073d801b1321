import type { Translated } from '../../ui/words/language.ts'
import type { accountTexts } from './texts.ts'

export const accountEnglish: Translated<typeof accountTexts> = {
  account: 'My account',
  accountHint: 'Your password and two-step verification.',
  signOut: 'Sign out',
  stillIn: 'You are still signed in',
  stillInHint: 'If you leave, whoever uses this device continues as you.',
  signOutAgain: 'Sign out again',
  leaveUnsentTitle_one: '{{count}} sale has not been sent yet',
  leaveUnsentTitle_other: '{{count}} sales have not been sent yet',
  leaveUnsentHint:
    'They are safe on this device and are sent when you sign in here again online. If you can, wait for the network.',
  signOutEverywhere: 'Sign out on all devices',
  signedOutEverywhere: 'All your sessions were closed.',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  passwordChanged: 'Password changed. Your other sessions were closed.',
  secondFactor: 'Two-step verification',
  secondFactorOn: 'On',
  secondFactorOff: 'Off',
  secondFactorWhy:
    'Besides your password, you enter a code from your phone. It is required to run the platform.',
  mustEnable: 'Turn it on to open the pages of the administration.',
  resetNotice:
    'On {{when}} your two-step verification will be removed. An administrator asked for it because you lost your phone; if that is not so, keep it.',
  resetKeep: 'Keep my verification',
  resetKept: 'You keep your two-step verification.',
  enable: 'Turn on',
  disable: 'Turn off',
  enrolScan: 'Scan this code with your verification app and enter the 6 digits it shows.',
  enrolType: 'If you cannot scan it, enter this key:',
  enrolConfirm: 'Confirm',
  recoveryTitle: 'Save your recovery codes',
  recoveryHint: 'Each works once if you lose your phone. They will not be shown again.',
  renew: 'Renew recovery codes',
  renewHint: 'The recovery codes that you saved stop working, and you get ten new ones.',
  recoveryDone: 'I have saved them',
}
