import { formatPesos } from '../../../ui/format/money.ts'
import type { Approval } from './approvals-query.ts'

/** The requested discount as text, such as `10 %` or `$12.50`. */
export function amountWords({
  amountCentavos,
  percentageBps,
}: Pick<Approval, 'amountCentavos' | 'percentageBps'>) {
  if (percentageBps !== null) return `${percentageBps / 100} %`
  return amountCentavos === null ? '—' : formatPesos(amountCentavos)
}
