import type { VasKind } from '@mostrador/client'
import { type TakeScan, useScans } from '../../../ui/scanner/meanings.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { Draft, SaleState } from '../../selling/vas/sale-machine.ts'
import type { VasCheckout } from '../../selling/vas/vas-checkout.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { billTexts } from '../bills/texts.ts'
import { compactReference, referenceFault } from '../rules/reference-rule.ts'

/** What a scan means while selling a service: a bill's reference when it is asked for, otherwise nothing. */
export function useSaleScans(checkout: VasCheckout, kind: VasKind, state: SaleState): void {
  const t = useWords(kindTexts)
  const tBill = useWords(billTexts)
  const takeReference = (draft: Draft, code: string): ReturnType<TakeScan> => {
    const { product, owed } = draft
    const rule = product?.reference ?? null
    if (product === null || rule === null || owed !== null) return { title: t(`${kind}.scan.form`) }
    if (!rule.scannable) return { title: tBill('scanTyped') }
    const reference = compactReference(code)
    if (referenceFault(rule, reference) !== null) {
      return {
        title: tBill('scanWrong', { provider: product.provider.name }),
        hint: tBill('scanWrongHint'),
      }
    }
    checkout.dispatch({ type: 'referenceTyped', reference })
    return null
  }
  useScans('screen', ({ code }) => {
    switch (state.step) {
      case 'form':
        return kind === 'service' ? takeReference(state.draft, code) : { title: t(`${kind}.scan.form`) }
      case 'confirm':
        return { title: t(`${kind}.scan.confirm`) }
      case 'processing':
      case 'pending':
        return { title: t(`${kind}.scan.underWay`) }
      case 'outcome':
        return { title: t(`${kind}.scan.outcome`) }
    }
  })
}
