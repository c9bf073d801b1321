import type { Translated } from '../ui/words/language.ts'
import type { displayTexts } from './texts.ts'

export const customerDisplayEnglish: Translated<typeof displayTexts> = {
  title: 'Customer display',
  welcome: 'Welcome',
  lines: 'Your purchase',
  discount: 'Discount',
  total: 'Total',
  paid: 'Paid',
  change: 'Your change',
  thanks: 'Thank you for your purchase',
}
