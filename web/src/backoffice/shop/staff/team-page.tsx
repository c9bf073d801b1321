import { Tabs } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconId, IconUsers } from '@tabler/icons-react'
import { usePageSearch } from '../../../desk/search/search.ts'
import { StorePage } from '../../../desk/store/store-page.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { EmployeeRecords } from './employee-records.tsx'
import { Members } from './members.tsx'
import { teamSearch } from './search.ts'
import { teamTexts } from './team-texts.ts'

/** The store's team: memberships and employee records. */
export function TeamPage() {
  return <StorePage>{(store) => <Team store={store} />}</StorePage>
}

function Team({ store }: { store: ProfileStore }) {
  const t = useWords(teamTexts)
  const { search, change } = usePageSearch(teamSearch)
  const tab = search.estado ?? 'acceso'
  return (
    <Tabs
      value={tab}
      onChange={(value) => change({ estado: value ?? undefined, fichas: undefined, q: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="acceso" leftSection={<IconUsers size={18} />} h={46}>
          {t('access')}
        </Tabs.Tab>
        <Tabs.Tab value="fichas" leftSection={<IconId size={18} />} h={46}>
          {t('records')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="acceso">
        <Members store={store} />
      </Tabs.Panel>
      <Tabs.Panel value="fichas">
        <EmployeeRecords store={store} />
      </Tabs.Panel>
    </Tabs>
  )
}
