import type { Sabotage } from '../sabotage.ts'
import { authoritySabotages } from './authority.ts'
import { moneySabotages } from './money.ts'
import { simulatedSabotages } from './simulated.ts'
import { stockSabotages } from './stock.ts'
import { tillSabotages } from './till.ts'
import { tillCartSabotages } from './till-cart.ts'
import { vasSabotages } from './vas.ts'

/** Sabotages that somebody thought of: one edit each that breaks a promise of the product. */
export const listedSabotages: readonly Sabotage[] = [
  ...moneySabotages,
  ...vasSabotages,
  ...authoritySabotages,
  ...stockSabotages,
  ...tillSabotages,
  ...tillCartSabotages,
  ...simulatedSabotages,
]
