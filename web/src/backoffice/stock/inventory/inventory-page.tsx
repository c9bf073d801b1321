import { Tabs } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconArrowsExchange, IconPackageImport, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { Levels } from './levels.tsx'
import { Movements } from './movements.tsx'
import { goodsQuery } from './queries.ts'
import { inventorySearch } from './search.ts'
import { inventoryTexts } from './texts.ts'

const ReceiveDialog = later(async () => (await import('./receive-dialog.tsx')).ReceiveDialog)
const AdjustDialog = later(async () => (await import('./adjust-dialog.tsx')).AdjustDialog)

export function InventoryPage() {
  return <StorePage>{(store) => <Inventory store={store} />}</StorePage>
}

function Inventory({ store }: { store: ProfileStore }) {
  const t = useWords(inventoryTexts)
  const words = useProblemWords()
  const { search, change } = usePageSearch(inventorySearch)
  const [open, setOpen] = useState<'receive' | 'adjust' | null>(null)
  const goods = useQuery(goodsQuery(store.storeId))
  const barred = useMissingScope(store, 'POS_INVENTORY_WRITE')
  const close = () => setOpen(null)
  const tab = search.estado ?? 'existencias'
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton variant="default" reason={barred} onClick={() => setOpen('adjust')}>
          {t('adjust')}
        </AllowedButton>
        <AllowedButton
          reason={barred}
          leftSection={<IconPackageImport size={19} />}
          onClick={() => setOpen('receive')}
        >
          {t('receive')}
        </AllowedButton>
      </PageHeader>
      {goods.data === undefined && goods.error !== null && (
        <ErrorState {...words(goods.error)} onRetry={() => goods.refetch()} />
      )}
      {goods.data === undefined && goods.error === null && <RowSkeletons />}
      {goods.data !== undefined && (
        <Tabs value={tab} onChange={(value) => change({ estado: value ?? undefined })} keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="existencias" leftSection={<IconStack2 size={18} />} h={46}>
              {t('levels')}
            </Tabs.Tab>
            <Tabs.Tab value="movimientos" leftSection={<IconArrowsExchange size={18} />} h={46}>
              {t('movements')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="existencias">
            <Levels store={store} goods={goods.data} barred={barred} />
          </Tabs.Panel>
          <Tabs.Panel value="movimientos">
            <Movements storeId={store.storeId} goods={goods.data} />
          </Tabs.Panel>
        </Tabs>
      )}
      {open === 'receive' && goods.data !== undefined && (
        <ReceiveDialog storeId={store.storeId} goods={goods.data} onClose={close} />
      )}
      {open === 'adjust' && goods.data !== undefined && (
        <AdjustDialog storeId={store.storeId} goods={goods.data} onClose={close} />
      )}
    </>
  )
}
