import type { Product } from '@mostrador/client'
import { paperLanguage } from '../words/language.ts'

export type Unit = Product['unit']

/** Numbers look the same in both languages. */
const figures = new Intl.NumberFormat(paperLanguage, { maximumFractionDigits: 3 })
const signed = new Intl.NumberFormat(paperLanguage, { maximumFractionDigits: 3, signDisplay: 'exceptZero' })

/** `2`, `0.75`, `1,200`: at most three decimals. */
export const formatQuantity = (quantity: number) => figures.format(quantity).replace('-', '−')

/** `+3`, `−0.5`, `0`. */
export const formatChange = (quantity: number) => signed.format(quantity).replace('-', '−')

/** Goods sold by weight or measure have quantities with decimals; pieces are whole. */
export const isMeasured = (unit: Unit) => unit !== 'PIECE'

/**
 * Parses a typed quantity: up to three decimals after a point or a comma, whole numbers for pieces; `null` when it is none.
 */
export function readQuantity(typed: string, unit: Unit): number | null {
  const match = /^\d{1,6}(?:[.,]\d{0,3})?$/.exec(typed.trim())
  if (match === null) return null
  const quantity = Number(typed.trim().replace(',', '.'))
  return isMeasured(unit) || Number.isInteger(quantity) ? quantity : null
}

/** Formats a quantity such that `readQuantity` reads it back: `2`, `0.75`, `1200`. */
export const typedQuantity = (quantity: number) => String(Number(quantity.toFixed(3)))
