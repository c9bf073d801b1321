import { Center, Tabs, VisuallyHidden } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { IconBolt, IconDeviceMobile, IconGiftCard, IconPackage } from '@tabler/icons-react'
import { CatchBoundary, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { watchNetwork } from '../../api/network-state.ts'
import { useMe } from '../../session/me/me.ts'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { meTexts } from '../../session/me/texts.ts'
import { showTimesIn } from '../../ui/format/zone.ts'
import { EmptyShop } from '../../ui/illustrations/scenes.tsx'
import { FailureScreen } from '../../ui/parts/failure-screen.tsx'
import { later, loadParts } from '../../ui/parts/later.tsx'
import { EmptyState, RowSkeletons } from '../../ui/parts/states.tsx'
import { ScannerFrame } from '../../ui/scanner/scanner-frame.tsx'
import { useWords } from '../../ui/words/words.ts'
import { filesStored, registerServiceWorker } from '../../worker/registration.ts'
import { useCustomerDisplay } from '../customer-display/use-customer-display.ts'
import { useIdleLock } from '../lock/use-idle-lock.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { useReservedKeys } from '../shortcuts/use-reserved-keys.ts'
import { type TabKey, tabKeys, tabOf } from '../tabs/tabs.ts'
import { useShownTab } from '../tabs/use-shown-tab.ts'
import { useKindsInProgress } from '../vas/checkouts/use-vas-checkouts.ts'
import { terminalTexts } from '../words/texts.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { TerminalHeader } from './terminal-header.tsx'
import classes from './terminal-page.module.css'
import { useSettledNotices } from './use-settled-notices.ts'

const Shop = later(async () => (await import('./parts.ts')).parts.Shop, ShopToCome)
const SaleTab = later(async () => (await import('./parts.ts')).parts.SaleTab, ShopToCome)

const icons = { productos: IconPackage, tae: IconDeviceMobile, servicios: IconBolt, pines: IconGiftCard }

/** The till: its tabs and the current sale. */
export function TerminalPage() {
  const store = useStoreChoice()
  showTimesIn(store?.timeZone)
  useEffect(watchNetwork, [])
  useEffect(() => {
    void registerServiceWorker()
    // Dialogs then open at once, and nothing is asked of a network that may just be failing.
    void filesStored().then(loadParts)
  }, [])
  useIdleLock()
  useReservedKeys()
  return (
    <div className={classes['page']}>
      <ScannerFrame kind="till" />
      <TerminalHeader store={store} />
      {store === null ? <NoStore /> : <Picker key={store.storeId} store={store} />}
    </div>
  )
}

/** Placeholder while the goods load. */
function ShopToCome() {
  return <RowSkeletons rows={8} />
}

function Picker({ store }: { store: ProfileStore }) {
  const { storeId } = store
  const t = useWords(terminalTexts)
  const navigate = useNavigate()
  const underWay = useKindsInProgress().map((kind): TabKey => tabOf[kind])
  const tab = useShownTab()
  useSettledNotices(tab)
  useCustomerDisplay(store, tab)
  const show = (chosen: TabKey) => void navigate({ to: '/caja', search: { tab: chosen }, replace: true })
  useCommand('goodsTab', () => show('productos'))
  useCommand('airtimeTab', () => show('tae'))
  useCommand('billsTab', () => show('servicios'))
  useCommand('pinsTab', () => show('pines'))
  return (
    <Tabs
      value={tab}
      onChange={(key) => show(tabKeys.find((each) => each === key) ?? 'productos')}
      variant="none"
      className={classes['tabs'] ?? ''}
      styles={{ tabLabel: { flex: '0 0 auto' } }}
      keepMounted={false}
    >
      <Tabs.List className={classes['strip'] ?? ''} aria-label={t('tabs')}>
        {tabKeys.map((key) => (
          <TabButton key={key} tab={key} isUnderWay={key !== tab && underWay.includes(key)} />
        ))}
      </Tabs.List>
      {tab !== 'productos' && <NeedsNetwork />}
      {tabKeys.map((key) => (
        <Tabs.Panel key={key} value={key} className={classes['panel'] ?? ''}>
          <CatchBoundary getResetKey={() => key} errorComponent={FailureScreen}>
            <TabContent tab={key} storeId={storeId} />
          </CatchBoundary>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** A tab marks a sale that continues behind it. */
function TabButton({ tab, isUnderWay }: { tab: TabKey; isUnderWay: boolean }) {
  const t = useWords(terminalTexts)
  const Icon = icons[tab]
  return (
    <Tabs.Tab
      value={tab}
      className={classes['tab'] ?? ''}
      leftSection={<Icon size={24} stroke={1.7} aria-hidden="true" />}
      rightSection={
        isUnderWay && (
          <>
            <span className={classes['dot']} aria-hidden="true" />
            <VisuallyHidden>{t('underWay')}</VisuallyHidden>
          </>
        )
      }
    >
      {t(`tab.${tab}`)}
    </Tabs.Tab>
  )
}

function TabContent({ tab, storeId }: { tab: TabKey; storeId: string }) {
  switch (tab) {
    case 'productos':
      return <Shop storeId={storeId} />
    case 'tae':
      return <SaleTab kind="airtime" storeId={storeId} />
    case 'servicios':
      return <SaleTab kind="service" storeId={storeId} />
    case 'pines':
      return <SaleTab kind="pin" storeId={storeId} />
  }
}

function NoStore() {
  const t = useWords(meTexts)
  const [merchant] = useMe().merchants
  const isSuspended = merchant !== undefined && merchant.status !== 'ACTIVE'
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
