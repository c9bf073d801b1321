import { catalog } from '../words/words.ts'

export const fieldTexts = catalog('field', {
  notAQuantity: 'Esto no es una cantidad. Escríbela así: 2 o 0.75.',
  notPieces: 'Las piezas se cuentan en números enteros.',
})
