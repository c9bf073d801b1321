import { List } from '@mantine/core'
import type { OfflineReason } from '../../api/types.ts'
import { formatPesos } from '../../ui/money.ts'
import { formatQuantity } from '../goods/quantity.ts'
import { useOfflineWords } from './words.ts'

/** Why a sale waits for a supervisor, one sentence each. */
export function Reasons({ reasons }: { reasons: readonly OfflineReason[] }) {
  const t = useOfflineWords()
  if (reasons.length === 0) return null
  return (
    <List size="sm" mt={4}>
      {reasons.map(({ code, variantId, productName, shownCentavos, catalogCentavos, available, wanted }) => (
        <List.Item key={`${code} ${variantId ?? ''}`}>
          {t(`reason.${code}`, {
            name: productName ?? '',
            shown: formatPesos(shownCentavos ?? 0),
            catalog: formatPesos(catalogCentavos ?? 0),
            available: formatQuantity(available ?? 0),
            wanted: formatQuantity(wanted ?? 0),
          })}
        </List.Item>
      ))}
    </List>
  )
}
