import { List } from '@mantine/core'
import type { OfflineSaleReason } from '@mostrador/client'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { useWords } from '../../ui/words/words.ts'
import { offlineTexts } from './texts.ts'

/** Why an offline sale waits for a supervisor, one sentence per reason. */
export function Reasons({ reasons }: { reasons: readonly OfflineSaleReason[] }) {
  const t = useWords(offlineTexts)
  if (reasons.length === 0) return null
  return (
    <List size="sm" mt={4}>
      {reasons.map((reason) => (
        <List.Item key={`${reason.code} ${reason.variantId ?? ''}`}>
          {t(`reason.${reason.code}`, {
            name: reason.productName ?? '',
            person: reason.personName ?? '',
            total: formatPesos(reason.totalCentavos ?? 0),
            limit: formatPesos(reason.limitCentavos ?? 0),
            shown: formatPesos(reason.shownCentavos ?? 0),
            catalog: formatPesos(reason.catalogCentavos ?? 0),
            available: formatQuantity(reason.available ?? 0),
            wanted: formatQuantity(reason.wanted ?? 0),
          })}
        </List.Item>
      ))}
    </List>
  )
}
