import { Tabs } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconDeviceSim, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ChipImports } from './chip-imports.tsx'
import { ChipRuns } from './chip-runs.tsx'
import { ChipUnits } from './chip-units.tsx'
import { chipsSearch, imports } from './search.ts'
import { chipTexts } from './texts.ts'

const ImportDialog = later(async () => (await import('./import-dialog.tsx')).ImportDialog)

const stock = 'existencias'

export function ChipsPage() {
  return <StorePage>{(store) => <Chips store={store} />}</StorePage>
}

/** SIM chips and their imported files. */
function Chips({ store }: { store: ProfileStore }) {
  const t = useWords(chipTexts)
  const { search, change } = usePageSearch(chipsSearch)
  const [isImporting, setIsImporting] = useState(false)
  const barred = useMissingScope(store, 'POS_INVENTORY_WRITE')
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <AllowedButton
          reason={barred}
          leftSection={<IconUpload size={19} />}
          onClick={() => setIsImporting(true)}
        >
          {t('import')}
        </AllowedButton>
      </PageHeader>
      <Tabs
        value={search.filtro ?? stock}
        keepMounted={false}
        onChange={(tab) => change({ filtro: tab ?? undefined })}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value={stock} leftSection={<IconDeviceSim size={18} />} h={46}>
            {t('tab.stock')}
          </Tabs.Tab>
          <Tabs.Tab value={imports} leftSection={<IconFileSpreadsheet size={18} />} h={46}>
            {t('tab.imports')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={stock}>
          <ChipUnits storeId={store.storeId} />
        </Tabs.Panel>
        <Tabs.Panel value={imports}>
          {barred === null && <ChipRuns storeId={store.storeId} />}
          <ChipImports storeId={store.storeId} />
        </Tabs.Panel>
      </Tabs>
      {isImporting && <ImportDialog storeId={store.storeId} onClose={() => setIsImporting(false)} />}
    </>
  )
}
