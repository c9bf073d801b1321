import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ProfileStore } from '@mostrador/client'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '../../desk/navigation/navigation.ts'
import { navigationTexts } from '../../desk/navigation/texts.ts'
import { AccountButton } from '../../session/account/account-button.tsx'
import { useMe } from '../../session/me/me.ts'
import { Logo } from '../../ui/look/logo.tsx'
import { ColorSchemeToggle } from '../../ui/parts/color-scheme-toggle.tsx'
import { later } from '../../ui/parts/later.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useNewVersion } from '../../worker/registration.ts'
import { useStoreEvents } from '../live/use-store-events.ts'
import { LockButton } from '../lock/lock-button.tsx'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { pendingSalesQuery } from '../store/queries.ts'
import { useShownTab } from '../tabs/use-shown-tab.ts'
import { useParkedOrders } from '../vas/checkouts/use-vas-checkouts.ts'
import { terminalTexts } from '../words/texts.ts'
import { PlaceButton } from './place-button.tsx'
import { QueueButton } from './queue-button.tsx'
import { ShiftButton } from './shift-button.tsx'
import classes from './terminal-header.module.css'
import { TillHealth } from './till-health.tsx'

const PlaceMenu = later(async () => (await import('./parts.ts')).parts.PlaceMenu, PlaceButton)
const VersionButton = later(async () => (await import('./parts.ts')).parts.VersionButton)
const SalesDrawer = later(async () => (await import('./parts.ts')).parts.SalesDrawer)

export function TerminalHeader({ store }: { store: ProfileStore | null }) {
  const isLive = useStoreEvents(store?.storeId ?? null)
  const changeVersion = useNewVersion()
  return (
    <header className={classes['header']}>
      <div className={classes['logo']}>
        <Logo size={32} />
      </div>
      {store !== null && <PlaceMenu store={store} />}
      <div className={classes['right']}>
        <TillHealth storeId={store?.storeId ?? null} isLive={isLive} />
        {store !== null && (
          <div className={classes['work']}>
            {changeVersion !== null && <VersionButton storeId={store.storeId} onChange={changeVersion} />}
            <QueueButton key={store.storeId} store={store} />
            <ShiftButton storeId={store.storeId} />
            <SalesButton storeId={store.storeId} />
          </div>
        )}
        <DeskLink />
        <LockButton />
        <ColorSchemeToggle visibleFrom="xs" />
        <AccountButton />
      </div>
    </header>
  )
}

function SalesButton({ storeId }: { storeId: string }) {
  const t = useWords(terminalTexts)
  const [isOpen, drawer] = useDisclosure(false)
  /** Opened to reprint, at the last ticket of the person's shift. */
  const [isLast, setIsLast] = useState(false)
  const open = (atLast: boolean) => {
    setIsLast(atLast)
    drawer.open()
  }
  useCommand('sales', () => open(false))
  useCommand('reprint', () => open(true))
  const tab = useShownTab()
  const parked = useParkedOrders()
  const { data: pending = [] } = useQuery(pendingSalesQuery(storeId))
  const known = new Set(pending.map((sale) => sale.id))
  const count =
    pending.length + parked.filter(({ open: { saleId } }) => saleId === null || !known.has(saleId)).length
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        color={count > 0 ? 'cempasuchil' : 'gray'}
        className={classes['sales'] ?? ''}
        data-waiting={count > 0 || undefined}
        leftSection={<IconReceipt size={19} stroke={1.7} />}
        aria-keyshortcuts={shortcutOf('sales').key}
        onClick={() => open(false)}
      >
        {count > 0 ? t('waitingCount', { count }) : t('waiting')}
      </Button>
      <SalesDrawer
        isOpen={isOpen}
        onClose={drawer.close}
        storeId={storeId}
        // Whatever is pending is a service.
        isGoodsFirst={isLast || (tab === 'productos' && count === 0)}
        isLast={isLast}
      />
    </>
  )
}

/** Links to the back office, for people who have one. */
function DeskLink() {
  const t = useWords(navigationTexts)
  const me = useMe()
  const isDesk = (key: string) => key !== 'terminal'
  const item = me.navigation.flatMap(({ items }) => items).find((each) => each.isAllowed && isDesk(each.key))
  const page = item === undefined ? undefined : pages[item.key as keyof typeof pages]
  if (page === undefined) return null
  return (
    <Button component={Link} to={page.to} variant="subtle" color="gray" className={classes['desk'] ?? ''}>
      {t('group.MI_NEGOCIO')}
    </Button>
  )
}
