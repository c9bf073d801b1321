import { isProblem, type VasProduct } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { dayOf } from '../../../ui/format/calendar-days.ts'
import type { Draft } from '../../selling/vas/sale-machine.ts'
import type { StepProps } from '../form/step-props.ts'
import { proposed } from '../rules/owed.ts'

/** Why the amount due is unknown. */
type DebtFault = 'off' | 'paid' | 'unknown' | 'silent' | 'refused' | 'other'

export interface DebtLookup {
  lookUp: () => void
  isLookingUp: boolean
  fault: DebtFault | null
  error: Error | null
}

/** Today in the store, `YYYY-MM-DD`: it decides whether a bill is overdue. */
export function todayHere(): string {
  return dayOf(new Date(serverNowMs()))
}

/** Looks up the debt and puts it into the draft, if that is still about the same bill. */
export function useDebtLookup({ checkout, storeId, draft }: StepProps & { draft: Draft }): DebtLookup {
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: ({ product, reference }: { product: VasProduct; reference: string }) => {
      const query = { providerId: product.provider.id, reference, storeId }
      return answer(api.GET('/vas/adeudo', { params: { query } }))
    },
    onSuccess: (quote, { product, reference }) => {
      const statement = proposed(product, quote, todayHere())
      if (statement === undefined) return
      const owed = { by: 'lookup', quote, statement } as const
      checkout.dispatch({ type: 'owedKnown', productId: product.id, reference, owed })
    },
  })
  const { product, reference } = draft
  // An answer about another bill does not apply.
  const isAbout = variables?.reference === reference && variables.product.id === product?.id
  return {
    lookUp: () => {
      if (product !== null) mutate({ product, reference })
    },
    isLookingUp: isAbout && isPending,
    fault: isAbout && error !== null ? faultOf(error) : null,
    error,
  }
}

const faults: Readonly<Record<string, DebtFault>> = {
  feature_disabled: 'off',
  nothing_owed: 'paid',
  reference_invalid: 'unknown',
  aggregator_unavailable: 'silent',
  product_unavailable: 'refused',
}

function faultOf(error: Error): DebtFault {
  return (isProblem(error) ? faults[error.code] : undefined) ?? 'other'
}
