import type { Translated } from '../../ui/words/language.ts'
import type { doorTexts } from './texts.ts'

export const doorEnglish: Translated<typeof doorTexts> = {
  brandLine: 'Sell, top up and take payments at the counter of your shop.',
  brandHint: 'As fast as the queue asks. Clear to the last peso.',
  password: 'Password',
  code: 'Verification code',
  codeHint: 'The 6 digits of your app, or a recovery code.',
  newPassword: 'New password',
  passwordHint: '15 characters or more. A phrase that you remember works better than symbols.',
}
