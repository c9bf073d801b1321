import { formatPesos } from '../../../ui/format/money.ts'
import type { Approval } from './approvals-query.ts'

/** 10 % or $12.50, as it was asked for. */
export function amountWords({
  amountCentavos,
  percentageBps,
}: Pick<Approval, 'amountCentavos' | 'percentageBps'>) {
  if (percentageBps !== null) return `${percentageBps / 100} %`
  return amountCentavos === null ? '—' : formatPesos(amountCentavos)
}
