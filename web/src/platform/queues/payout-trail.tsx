import { useQuery } from '@tanstack/react-query'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { useWords } from '../../ui/words/words.ts'
import { Facts } from '../acts/facts.tsx'
import { payoutTrail } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

/** Who is sending a payout, and who read its CLABE last: another operator may be at the bank already. */
export function PayoutTrail({ settlementId }: { settlementId: string }) {
  const t = useWords(queueTexts)
  const { data, error } = useQuery(payoutTrail(settlementId))
  const last = (action: string) => {
    const entry = data?.find((each) => each.action === action)
    return entry && `${entry.userName ?? t('clabe.somebody')} · ${formatDateTime(entry.at)}`
  }
  if (error !== null) return <RefusedAlert error={error} isRepeatable />
  return (
    <Facts
      facts={[
        [t('clabe.sentBy'), last('settlement.processing')],
        [t('clabe.readBy'), last('settlement.clabe_read')],
      ]}
    />
  )
}
