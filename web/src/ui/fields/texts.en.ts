import type { Translated } from '../words/language.ts'
import type { fieldTexts } from './texts.ts'

export const fieldEnglish: Translated<typeof fieldTexts> = {
  notAQuantity: 'This is not a quantity. Enter it like 2 or 0.75.',
  notPieces: 'Enter a whole number of pieces.',
}
