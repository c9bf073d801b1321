import { centavos } from './centavos.ts'
import { formatPesos } from './format.ts'

/** An amount from JSON as papers print it. */
export const pesos = (amount: number): string => formatPesos(centavos(amount))

/** A line of a mailed paper, in a list; without it for no amount. */
export const amountLine = (label: string, amount: number | undefined): string[] =>
  amount === undefined || amount === 0 ? [] : [`${label}: ${pesos(amount)}`]
