import { Tabs } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconChartBar, IconStack2 } from '@tabler/icons-react'
import { api } from '../../../api/client.ts'
import { ExportButton } from '../../../desk/export/export-button.tsx'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { InventoryReport, useInventoryAsked } from './inventory-report.tsx'
import { SalesReportView, useAsked } from './sales-report.tsx'
import { inventory, reportsSearch } from './search.ts'
import { reportTexts } from './texts.ts'

const sales = 'ventas'

export function ReportsPage() {
  return <StorePage>{(store) => <Reports store={store} />}</StorePage>
}

/** Sales and inventory reports. Filters of one are cleared when the other opens. */
function Reports({ store }: { store: ProfileStore }) {
  const t = useWords(reportTexts)
  const { search, change } = usePageSearch(reportsSearch)
  const tab = search.estado ?? sales
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        {tab === sales ? <SalesExport store={store} /> : <InventoryExport store={store} />}
      </PageHeader>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          change({
            estado: value ?? undefined,
            q: undefined,
            categoria: undefined,
            filtro: undefined,
          })
        }
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value={sales} leftSection={<IconChartBar size={18} />} h={46}>
            {t('tab.sales')}
          </Tabs.Tab>
          <Tabs.Tab value={inventory} leftSection={<IconStack2 size={18} />} h={46}>
            {t('tab.inventory')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={sales}>
          <SalesReportView store={store} />
        </Tabs.Panel>
        <Tabs.Panel value={inventory}>
          <InventoryReport store={store} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function SalesExport({ store }: { store: ProfileStore }) {
  const asked = useAsked(store)
  return (
    <ExportButton
      load={(format) =>
        api.GET('/pos/reports/sales/export', { params: { query: { ...asked, format } }, parseAs: 'blob' })
      }
    />
  )
}

function InventoryExport({ store }: { store: ProfileStore }) {
  const asked = useInventoryAsked(store)
  return (
    <ExportButton
      load={(format) =>
        api.GET('/pos/reports/inventory/export', {
          params: { query: { ...asked, format } },
          parseAs: 'blob',
        })
      }
    />
  )
}
