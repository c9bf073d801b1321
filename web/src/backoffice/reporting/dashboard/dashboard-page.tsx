import { Box, NativeSelect } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useMe } from '../../../session/me/me.ts'
import { useIsOwner } from '../../../session/me/merchant-choice.ts'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { FirstStepsPanel } from './first-steps-panel.tsx'
import { OwnShift } from './own-shift.tsx'
import { PausedNotice } from './paused-notice.tsx'
import { dashboardSearch, everyStore, oneStore } from './search.ts'
import { StoresToday } from './stores-today.tsx'
import { dashboardTexts } from './texts.ts'

export function DashboardPage() {
  return <StorePage>{(store) => <Dashboard store={store} />}</StorePage>
}

/** The figures of the stores that this person is responsible for; a cashier sees their own shift. */
function Dashboard({ store }: { store: ProfileStore }) {
  const t = useWords(dashboardTexts)
  const { search, change } = usePageSearch(dashboardSearch)
  const me = useMe()
  const isOwner = useIsOwner(store.merchantId)
  const answersFor = me.stores.filter(({ role }) => role !== 'cashier')
  const isWhole = store.role !== 'cashier'
  const isChoice = answersFor.length > 1
  const isAll = isChoice && search.tiendas !== oneStore
  return (
    <>
      <PageHeader title={t('title')} hint={t(isWhole || isAll ? 'hint' : 'ownHint')}>
        {isChoice && (
          <NativeSelect
            aria-label={t('scope')}
            value={isAll ? everyStore : oneStore}
            data={[
              { value: everyStore, label: t('everyStore') },
              { value: oneStore, label: store.name },
            ]}
            onChange={(event) => change({ tiendas: event.currentTarget.value })}
          />
        )}
      </PageHeader>
      {me.merchants.some((merchant) => merchant.isOwner) && <PausedNotice />}
      {isOwner && (
        <Box mb="lg">
          <FirstStepsPanel storeId={store.storeId} />
        </Box>
      )}
      {isWhole || isAll ? (
        <StoresToday storeId={isAll ? undefined : store.storeId} />
      ) : (
        <OwnShift storeId={store.storeId} />
      )}
    </>
  )
}
