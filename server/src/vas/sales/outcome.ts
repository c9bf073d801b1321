import type { Pin } from '../pins/schema.ts'
import type { FailureCode } from './failure.ts'
import { outcomeTexts } from './outcome-texts.ts'
import type { SaleRow } from './queries.ts'
import type { SaleStatus } from './sale-state.ts'
import type { OutcomeAction, OutcomeVariant, SaleView } from './schema.ts'

const outcomes: Record<SaleStatus, { variant: OutcomeVariant; actions: readonly OutcomeAction[] }> = {
  PENDING: { variant: 'PENDING', actions: ['check_again', 'print_provisional'] },
  COMPLETED: { variant: 'APPROVED', actions: ['print', 'new_sale'] },
  FAILED: { variant: 'DECLINED', actions: ['correct_and_retry', 'return_cash', 'new_sale'] },
  REVERSED: { variant: 'REVERSED', actions: ['return_cash', 'print', 'new_sale'] },
}

/**
 * What the till shows about a sale, and what it offers next.
 *
 * @param pin what this answer shows of the code of a completed PIN sale
 */
export function outcomeOf(
  sale: Pick<SaleRow, 'status' | 'kind' | 'failure_code'>,
  pin: Pin | null,
): SaleView['outcome'] {
  const status = sale.status as SaleStatus
  const { variant, actions } = outcomes[status]
  const isPin = status === 'COMPLETED' && sale.kind === 'pin'
  return {
    variant: isPin ? 'APPROVED_PIN' : variant,
    message: isPin && pin !== null ? pinMessage(pin) : message(sale.failure_code, status),
    actions: [...actions],
  }
}

function pinMessage({ code, isRevealed, canBeShown }: Pin): string {
  const texts = outcomeTexts.APPROVED_PIN
  if (code !== null) return texts.shown
  if (isRevealed) return texts.wasShown
  return canBeShown ? texts.canBeShown : texts.notHere
}

function message(failureCode: string | null, status: SaleStatus): string {
  switch (status) {
    case 'PENDING':
      return outcomeTexts.PENDING
    case 'COMPLETED':
      return outcomeTexts.APPROVED
    case 'FAILED': {
      const reason = outcomeTexts.reason[(failureCode ?? 'provider_rejected') as FailureCode]
      return outcomeTexts.DECLINED.replace('{{reason}}', () => reason)
    }
    case 'REVERSED':
      return outcomeTexts.REVERSED
  }
}
