import { Center, Tabs } from '@mantine/core'
import { IconBolt, IconDeviceMobile, IconGiftCard, IconPackage } from '@tabler/icons-react'
import { CatchBoundary, useNavigate, useSearch } from '@tanstack/react-router'
import { useMe } from '../session/me.ts'
import { useStoreChoice } from '../session/store-choice.ts'
import { useSessionWords } from '../session/words.ts'
import { FailureScreen } from '../ui/failure-screen.tsx'
import { EmptyShop } from '../ui/illustrations/scenes.tsx'
import { EmptyState } from '../ui/states.tsx'
import { AirtimeTab } from './airtime/airtime-tab.tsx'
import { ComingTab } from './coming-tab.tsx'
import { ProductsTab } from './products-tab.tsx'
import { TerminalHeader } from './terminal-header.tsx'
import classes from './terminal-page.module.css'
import { useSettledNotices } from './use-settled-notices.ts'
import { useTerminalWords } from './words.ts'

const tabs = [
  { key: 'productos', icon: IconPackage },
  { key: 'tae', icon: IconDeviceMobile },
  { key: 'servicios', icon: IconBolt },
  { key: 'pines', icon: IconGiftCard },
] as const
type TabKey = (typeof tabs)[number]['key']

/** The till: what to sell, and the sale under way. */
export function TerminalPage() {
  const store = useStoreChoice()
  useSettledNotices()
  return (
    <div className={classes['page']}>
      <TerminalHeader store={store} />
      {store === null ? <NoStore /> : <Picker key={store.storeId} storeId={store.storeId} />}
    </div>
  )
}

function Picker({ storeId }: { storeId: string }) {
  const t = useTerminalWords()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/caja' })
  const tab = tabs.find(({ key }) => key === search.tab)?.key ?? 'tae'
  return (
    <Tabs
      value={tab}
      onChange={(key) => void navigate({ to: '/caja', search: { tab: key ?? 'tae' }, replace: true })}
      variant="none"
      className={classes['tabs'] ?? ''}
      styles={{ tabLabel: { flex: '0 0 auto' } }}
      keepMounted={false}
    >
      <Tabs.List className={classes['strip'] ?? ''} aria-label={t('tabs')}>
        {tabs.map(({ key, icon: Icon }) => (
          <Tabs.Tab
            key={key}
            value={key}
            className={classes['tab'] ?? ''}
            leftSection={<Icon size={24} stroke={1.7} aria-hidden="true" />}
          >
            {t(`tab.${key}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key }) => (
        <Tabs.Panel key={key} value={key} className={classes['panel'] ?? ''}>
          <CatchBoundary getResetKey={() => key} errorComponent={FailureScreen}>
            <TabContent tab={key} storeId={storeId} />
          </CatchBoundary>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function TabContent({ tab, storeId }: { tab: TabKey; storeId: string }) {
  switch (tab) {
    case 'productos':
      return <ProductsTab storeId={storeId} />
    case 'tae':
      return <AirtimeTab storeId={storeId} />
    case 'servicios':
    case 'pines':
      return <ComingTab kind={tab} />
  }
}

function NoStore() {
  const t = useSessionWords()
  const { merchant } = useMe()
  const isSuspended = merchant !== null && merchant.status !== 'ACTIVE'
  return (
    <Center flex={1}>
      {isSuspended ? (
        <EmptyState
          picture={<EmptyShop width={240} />}
          title={t('suspendedTitle', { merchant: merchant.name })}
          hint={t('suspendedHint')}
        />
      ) : (
        <EmptyState picture={<EmptyShop width={240} />} title={t('noStoreTitle')} hint={t('noStoreHint')} />
      )}
    </Center>
  )
}
