import type { Translated } from '../../ui/words/language.ts'
import type { doorTexts } from './texts.ts'

export const doorEnglish: Translated<typeof doorTexts> = {
  brandLine: 'Sell, top up and take payments at the counter of your shop.',
  brandHint: 'Fast at the counter. Exact to the last peso.',
  password: 'Password',
  code: 'Verification code',
  codeHint: 'The 6 digits from your app, or a recovery code.',
  newPassword: 'New password',
  passwordHint: '15 characters or more. A phrase you can remember works better than symbols.',
}
