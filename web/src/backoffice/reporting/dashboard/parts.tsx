import { Text } from '@mantine/core'
import type { Dashboard, ReportRow } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { RankedBars } from '../../../ui/charts/ranked-bars.tsx'
import { ShareRing } from '../../../ui/charts/share-ring.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { Panel } from '../../../ui/parts/panel.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { todayQuery } from './queries.ts'
import { dashboardTexts } from './texts.ts'

const shown = 8

type Product = Pick<Dashboard['topProducts'][number], 'productId' | 'name' | 'itemQuantity' | 'totalCentavos'>

export function TopProducts(props: {
  products: readonly Product[]
  of: 'topProducts' | 'topOwn'
  empty: 'noProducts' | 'noOwnProducts'
}) {
  const t = useWords(dashboardTexts)
  return (
    <Panel title={t(props.of)}>
      {props.products.length === 0 ? (
        <Text c="dimmed">{t(props.empty)}</Text>
      ) : (
        <RankedBars
          label={t(props.of)}
          bars={props.products.slice(0, shown).map(({ productId, name, itemQuantity, totalCentavos }) => ({
            key: productId,
            label: name,
            hint: `× ${formatQuantity(itemQuantity)}`,
            value: totalCentavos,
            shown: formatPesos(totalCentavos),
          }))}
        />
      )}
    </Panel>
  )
}

type Method = keyof typeof dashboardTexts.method
type Kind = keyof typeof dashboardTexts.kind
const methods = Object.keys(dashboardTexts.method) as Method[]
const kinds = Object.keys(dashboardTexts.kind) as Kind[]

/** Sales of goods and services by payment method, less refunds. */
export function PaymentMethods({ storeId }: { storeId: string | undefined }) {
  const t = useWords(dashboardTexts)
  return (
    <Broken title={t('methods')} storeId={storeId} by="method" empty={t('noPayments')}>
      {(rows) => {
        const paid = new Map(
          rows.map((row) => [
            row.key,
            (row.totalCentavos ?? 0) +
              (row.vasAmountCentavos ?? 0) +
              (row.vasFeeCentavos ?? 0) -
              (row.refundCentavos ?? 0),
          ]),
        )
        const shares = methods.map((method, n) => {
          const value = paid.get(method) ?? 0
          const color = `var(--chart-${n + 1})`
          return { key: method, label: t(`method.${method}`), value, shown: formatPesos(value), color }
        })
        const whole = shares.reduce((sum, { value }) => sum + value, 0)
        return <ShareRing label={t('methods')} shares={shares} whole={formatPesos(whole)} />
      }}
    </Broken>
  )
}

export function ServiceKinds({ storeId }: { storeId: string | undefined }) {
  const t = useWords(dashboardTexts)
  return (
    <Broken title={t('kinds')} storeId={storeId} by="vas_kind" empty={t('noServices')}>
      {(rows) => (
        <RankedBars
          label={t('kinds')}
          bars={kinds.map((kind) => {
            const row = rows.find(({ key }) => key === kind)
            const value = row?.vasAmountCentavos ?? 0
            return {
              key: kind,
              label: t(`kind.${kind}`),
              hint: t('serviceCount', { count: row?.vasCount ?? 0 }),
              value,
              shown: formatPesos(value),
            }
          })}
        />
      )}
    </Broken>
  )
}

interface BrokenProps {
  title: string
  storeId: string | undefined
  by: 'method' | 'vas_kind'
  empty: string
  children: (rows: ReportRow[]) => ReactNode
}

/** Today's figures by one dimension, with loading, empty and error states. */
function Broken({ title, storeId, by, empty, children }: BrokenProps) {
  const words = useProblemWords()
  const { data, error, refetch } = useQuery(todayQuery(storeId, by))
  return (
    <Panel title={title}>
      {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {data === undefined && error === null && <RowSkeletons rows={3} />}
      {data !== undefined && (data.rows.length === 0 ? <Text c="dimmed">{empty}</Text> : children(data.rows))}
    </Panel>
  )
}
