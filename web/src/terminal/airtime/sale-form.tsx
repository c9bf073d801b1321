import { useQuery } from '@tanstack/react-query'
import { useIsOnline } from '../../api/network-state.ts'
import type { CatalogEntry } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { Unplugged } from '../../ui/illustrations/scenes.tsx'
import { useScreenKeys } from '../../ui/screen-keys.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { airtimeQuery } from '../queries.ts'
import { type Draft, missingPart } from '../sale-machine.ts'
import { useTerminalWords } from '../words.ts'
import classes from './airtime.module.css'
import { CarrierGrid } from './carrier-grid.tsx'
import { byCustom } from './carrier-mark.tsx'
import { NumberStep } from './number-step.tsx'
import { ProductGrid } from './product-grid.tsx'
import type { StepProps } from './step-props.ts'
import { Ticket } from './ticket.tsx'

/** Carrier, amount, number: one after the other, with the ticket growing beside them. */
export function SaleForm({ desk, storeId, draft }: StepProps & { draft: Draft }) {
  const t = useTerminalWords()
  const isOnline = useIsOnline()
  const missing = missingPart(draft)
  const reason = missing === null ? (isOnline ? null : t('offlineReason')) : t(`proceedMissing.${missing}`)
  useScreenKeys({
    Enter: () => {
      if (reason === null) desk.dispatch({ type: 'reviewed' })
    },
  })
  return (
    <div className={classes['split']}>
      <section className={classes['work']}>
        <CurrentPart desk={desk} storeId={storeId} draft={draft} />
      </section>
      <Ticket
        draft={draft}
        onChange={(part) => desk.dispatch({ type: 'reopened', part })}
        onStartOver={() => desk.dispatch({ type: 'restarted' })}
        action={t('proceed')}
        reason={reason}
        onAction={() => desk.dispatch({ type: 'reviewed' })}
      />
    </div>
  )
}

function CurrentPart({ desk, storeId, draft }: StepProps & { draft: Draft }) {
  const t = useTerminalWords()
  const words = useProblemWords()
  const catalog = useQuery(airtimeQuery(storeId))
  if (catalog.data === undefined && catalog.error !== null) {
    return <ErrorState {...words(catalog.error)} onRetry={() => catalog.refetch()} />
  }
  if (catalog.data?.length === 0) {
    return <EmptyState picture={<Unplugged />} title={t('catalogEmpty')} hint={t('catalogEmptyHint')} />
  }
  if (draft.provider === null) {
    return (
      <CarrierGrid
        carriers={catalog.data === undefined ? undefined : carriersOf(catalog.data)}
        onPick={(provider) => desk.dispatch({ type: 'carrierPicked', provider })}
      />
    )
  }
  if (draft.product === null) {
    return (
      <ProductGrid
        products={catalog.data?.filter((product) => product.provider.id === draft.provider?.id)}
        onPick={(product) => desk.dispatch({ type: 'productPicked', product })}
      />
    )
  }
  return <NumberStep draft={draft} onEvent={(event) => desk.dispatch(event)} />
}

/** Each carrier once. */
function carriersOf(catalog: readonly CatalogEntry[]): CatalogEntry['provider'][] {
  return [...new Map(catalog.map(({ provider }) => [provider.id, provider])).values()].sort(byCustom)
}
