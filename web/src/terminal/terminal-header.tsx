import { Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingStore, IconCheck, IconChevronDown, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsOnline } from '../api/network-state.ts'
import type { StoreAbility } from '../api/types.ts'
import { AccountMenu } from '../session/account-menu.tsx'
import { useMe } from '../session/me.ts'
import { pages } from '../session/navigation.ts'
import { chooseStore } from '../session/store-choice.ts'
import { useSessionWords } from '../session/words.ts'
import { ColorSchemeToggle } from '../ui/color-scheme-toggle.tsx'
import { Logo } from '../ui/logo.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { useParkedOrders, useSaleDesk } from './account-desk.ts'
import { pendingSalesQuery } from './queries.ts'
import { SalesDrawer } from './sales-drawer.tsx'
import { chooseTerminal, useTerminalChoice } from './terminal-choice.ts'
import classes from './terminal-header.module.css'
import { useTerminalWords } from './words.ts'

export function TerminalHeader({ store }: { store: StoreAbility | null }) {
  const t = useTerminalWords()
  const isOnline = useIsOnline()
  return (
    <header className={classes['header']}>
      <div className={classes['logo']}>
        <Logo size={32} />
      </div>
      {store !== null && <PlaceMenu store={store} />}
      <Group gap="xs" wrap="nowrap" ml="auto">
        <span role="status" className={classes['network']}>
          <StatusChip tone={isOnline ? 'good' : 'bad'}>{isOnline ? t('online') : t('offline')}</StatusChip>
        </span>
        {store !== null && <SalesButton storeId={store.storeId} />}
        <DeskLink />
        <ColorSchemeToggle />
        <AccountMenu />
      </Group>
    </header>
  )
}

function PlaceMenu({ store }: { store: StoreAbility }) {
  const t = useTerminalWords()
  const { stores } = useMe()
  const { terminals, terminal } = useTerminalChoice(store.storeId)
  const check = (isChosen: boolean) => (isChosen ? <IconCheck size={18} /> : <span style={{ width: 18 }} />)
  return (
    <Menu width={280} position="bottom-start" withArrow>
      <Menu.Target>
        <Button
          variant="default"
          className={classes['place'] ?? ''}
          aria-label={t('place')}
          leftSection={<IconBuildingStore size={19} stroke={1.7} />}
          rightSection={<IconChevronDown size={16} />}
        >
          <span className={classes['placeName']}>
            {store.name}
            <Text span size="xs" c="dimmed">
              {terminal?.name ?? t('noTerminal')}
            </Text>
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('stores')}</Menu.Label>
        {stores.map(({ storeId, name }) => (
          <Menu.Item
            key={storeId}
            leftSection={check(storeId === store.storeId)}
            onClick={() => chooseStore(storeId)}
          >
            {name}
          </Menu.Item>
        ))}
        {terminals.length > 0 && <Menu.Label>{t('terminals')}</Menu.Label>}
        {terminals.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={check(id === terminal?.id)}
            onClick={() => chooseTerminal(store.storeId, id === terminal?.id ? null : id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SalesButton({ storeId }: { storeId: string }) {
  const t = useTerminalWords()
  const [isOpen, drawer] = useDisclosure(false)
  const desk = useSaleDesk()
  const parked = useParkedOrders(desk)
  const { data: pending = [] } = useQuery(pendingSalesQuery(storeId))
  const known = new Set(pending.map((sale) => sale.id))
  const count = pending.length + parked.filter(({ saleId }) => saleId === null || !known.has(saleId)).length
  return (
    <>
      <Button
        variant={count > 0 ? 'light' : 'default'}
        color={count > 0 ? 'cempasuchil' : 'gray'}
        className={classes['sales'] ?? ''}
        data-waiting={count > 0 || undefined}
        leftSection={<IconReceipt size={19} stroke={1.7} />}
        onClick={drawer.open}
      >
        {count > 0 ? t('waitingCount', { count }) : t('waiting')}
      </Button>
      <SalesDrawer isOpen={isOpen} onClose={drawer.close} storeId={storeId} />
    </>
  )
}

/** Leads to the desk, where the person has one. */
function DeskLink() {
  const t = useSessionWords()
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
