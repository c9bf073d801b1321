import { type Cart, ProblemError } from '@mostrador/client'
import { type ProblemWords, useProblemWords } from '../../problems/problem-words.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { useWords } from '../../ui/words/words.ts'
import { DeviceFault } from '../selling/cart/device-fault.ts'
import { shopTexts } from './shop-texts.ts'

const known = shopTexts.fault
/** Codes that the till explains itself, each with a title and what to do. */
type FaultCode = Extract<
  { [K in keyof typeof known]: K extends `${infer Code}Hint` ? Code : never }[keyof typeof known],
  keyof typeof known
>
const isKnown = (code: string): code is FaultCode =>
  Object.hasOwn(known, code) && Object.hasOwn(known, `${code}Hint`)

interface ShortLine {
  variantId: string
  available?: number
}

/** A fault as running text: its title, and then what to do. */
export function inSentences({ title, hint }: ProblemWords): string {
  if (hint === undefined) return title
  return `${title}${title.endsWith('.') ? '' : '.'} ${hint}`
}

/** Explains what went wrong at the till and what to do, for the cart that the customer saw. */
export function useFaultWords(): (error: unknown, cart?: Cart | null) => ProblemWords {
  const t = useWords(shopTexts)
  const others = useProblemWords()
  return (error, cart = null) => {
    if (error instanceof DeviceFault)
      return { title: t(`device.${error.reason}`), hint: t(`device.${error.reason}Hint`) }
    if (!(error instanceof ProblemError) || !isKnown(error.code)) return others(error)
    const { code, extras } = error
    switch (code) {
      case 'insufficient_stock': {
        if (!Array.isArray(extras['lines'])) return others(error)
        const names = (extras['lines'] as ShortLine[]).map(({ variantId, available = 0 }) => {
          const name = cart?.lines.find((line) => line.variantId === variantId)?.productName ?? '—'
          return t('fault.insufficient_stockLine', { name, available: formatQuantity(available) })
        })
        const hint = t('fault.insufficient_stockHint', { lines: names.join(', ') })
        return { title: t(`fault.${code}`), hint }
      }
      case 'cart_changed': {
        if (typeof extras['totalCentavos'] !== 'number') return others(error)
        const after = formatPesos(extras['totalCentavos'])
        return { title: t(`fault.${code}`), hint: t('fault.cart_changedHint', { after }) }
      }
      case 'insufficient_cash': {
        // Without an amount: this cashier counts the drawer blind.
        if (typeof extras['heldCentavos'] !== 'number') return others(error)
        const held = formatPesos(Math.max(0, extras['heldCentavos']))
        return { title: t(`fault.${code}`), hint: t('fault.insufficient_cashHint', { held }) }
      }
      default:
        return { title: t(`fault.${code}`), hint: t(`fault.${code}Hint`) }
    }
  }
}
