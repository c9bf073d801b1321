import { useEffect, useState } from 'react'
import type { CartView } from '../selling/cart/cart-view.ts'
import { changeOf } from '../selling/money/tender.ts'

/**
 * The change of the sale before, in centavos, until the next one has its first line: who starts the next sale
 * while still counting coins can read it there. `null`: no sale before.
 */
export function useLastChange({ cart, pending, sold, provisional }: CartView): number | null {
  const [kept, setKept] = useState<number | null>(null)
  const due = sold === null ? (provisional?.changeCentavos ?? null) : changeOf(sold.payments)
  const hasLine = (cart?.lines.length ?? 0) + pending.length > 0
  useEffect(() => {
    if (due !== null) setKept(due)
    else if (hasLine) setKept(null)
  }, [due, hasLine])
  return hasLine ? null : kept
}
