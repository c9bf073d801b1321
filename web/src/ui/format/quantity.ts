import { paperLanguage } from '../words/language.ts'

/** Numbers look the same in both languages. */
const figures = new Intl.NumberFormat(paperLanguage, { maximumFractionDigits: 3 })
const signed = new Intl.NumberFormat(paperLanguage, { maximumFractionDigits: 3, signDisplay: 'exceptZero' })

/** `2`, `0.75`, `1,200`: at most three decimals. */
export const formatQuantity = (quantity: number) => figures.format(quantity).replace('-', '−')

/** `+3`, `−0.5`, `0`. */
export const formatChange = (quantity: number) => signed.format(quantity).replace('-', '−')
