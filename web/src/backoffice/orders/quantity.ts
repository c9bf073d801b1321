import { language } from '../../ui/i18n.ts'

const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })

/** 2, 0.75: as many decimals as a scale gives. */
export function formatQuantity(quantity: number): string {
  return figures.format(quantity)
}
