import { paperLanguage } from '../../../ui/words/language.ts'

/** Figures look alike in both languages. */
const figures = new Intl.NumberFormat(paperLanguage, { maximumFractionDigits: 3 })

/** 2, 0.75: as many decimals as a scale gives. */
export function formatQuantity(quantity: number): string {
  return figures.format(quantity)
}
