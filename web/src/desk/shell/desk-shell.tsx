import { AppShell, Box, Burger, Group, NativeSelect, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { NavigationGroup } from '@mostrador/client'
import { Link, useLocation } from '@tanstack/react-router'
import { AccountButton } from '../../session/account/account-button.tsx'
import { useConfirmationQuestion } from '../../session/confirmation/confirmation.ts'
import { useMe } from '../../session/me/me.ts'
import { useReason } from '../../session/me/reason.ts'
import { chooseStore, useStoreChoice } from '../../session/me/store-choice.ts'
import { Logo, LogoMark } from '../../ui/look/logo.tsx'
import { ColorSchemeToggle } from '../../ui/parts/color-scheme-toggle.tsx'
import { Hint } from '../../ui/parts/hint.tsx'
import { later } from '../../ui/parts/later.tsx'
import { ScannerFrame } from '../../ui/scanner/scanner-frame.tsx'
import { useWords } from '../../ui/words/words.ts'
import { pages, partsOf } from '../navigation/navigation.ts'
import { navigationTexts } from '../navigation/texts.ts'
import { useStoreClock } from '../store/store-clock.ts'
import { AllowedPage } from './allowed-page.tsx'
import { ClosedShopNotice } from './closed-shop-notice.tsx'
import classes from './desk-shell.module.css'
import { OfflineNotice } from './offline-notice.tsx'
import { shellTexts } from './texts.ts'

const ResetNotice = later(async () => (await import('../../session/account/reset-notice.tsx')).ResetNotice)
const RestoredNotice = later(async () => (await import('./restored-notice.tsx')).RestoredNotice)
const ConfirmationDialog = later(
  async () => (await import('../../session/confirmation/confirmation-dialog.tsx')).ConfirmationDialog,
)

/** The frame of both desks: navigation, the selected store, and the page. */
export function DeskShell() {
  const t = useWords(shellTexts)
  const [isOpen, menu] = useDisclosure(false)
  const me = useMe()
  const question = useConfirmationQuestion()
  const { pathname } = useLocation()
  useStoreClock()
  return (
    <AppShell
      header={{ height: 64 }}
      navbar={{ width: 256, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', lg: 'xl' }}
    >
      <ScannerFrame kind="desk" />
      <a href="#contenido" className={classes['skip']}>
        {t('skip')}
      </a>
      <AppShell.Header className={classes['header']}>
        <Group gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="md" size="sm" aria-label={t('menu')} />
          <Box visibleFrom="sm">
            <Logo size={32} />
          </Box>
          <Box hiddenFrom="sm">
            <LogoMark size={32} />
          </Box>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <StorePicker />
          <ColorSchemeToggle visibleFrom="xs" />
          <AccountButton />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar']}>
        {me.navigation.map((group) => (
          <NavigationGroupLinks key={group.group} group={group} onFollow={menu.close} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="contenido" tabIndex={-1} className={classes['main']}>
        <OfflineNotice />
        {pathname.startsWith('/administracion') && pathname !== pages.restoration.to && <RestoredNotice />}
        <ClosedShopNotice />
        {/* Absent in a profile that an earlier version has kept on the device. */}
        {me.account.secondFactorResetAt && <ResetNotice at={me.account.secondFactorResetAt} />}
        <AllowedPage />
      </AppShell.Main>
      {question !== null && <ConfirmationDialog onAnswer={question.answer} />}
    </AppShell>
  )
}

interface LinksProps {
  group: NavigationGroup
  onFollow: () => void
}

function NavigationGroupLinks({ group, onFollow }: LinksProps) {
  const t = useWords(navigationTexts)
  return (
    <nav aria-label={t(`group.${group.group}`)}>
      <Text className={classes['group'] ?? ''}>{t(`group.${group.group}`)}</Text>
      {partsOf(group.items).map(({ key: part, items }) => (
        <fieldset key={part} {...(part !== null && { 'aria-label': t(`part.${part}`) })}>
          {part !== null && (
            <Text className={classes['part'] ?? ''} aria-hidden="true">
              {t(`part.${part}`)}
            </Text>
          )}
          {items.map((item) => (
            <PageEntry key={item.key} item={item} onFollow={onFollow} />
          ))}
        </fieldset>
      ))}
    </nav>
  )
}

/** Scrolls the entry of the open page into view, because a menu may be longer than the window. */
const scrolledTo = (entry: HTMLAnchorElement | null) => entry?.scrollIntoView({ block: 'nearest' })

interface EntryProps {
  item: ReturnType<typeof partsOf>[number]['items'][number]
  onFollow: () => void
}

function PageEntry({ item: { key, isAllowed, reason }, onFollow }: EntryProps) {
  const t = useWords(navigationTexts)
  const reasonOf = useReason()
  const { pathname } = useLocation()
  const { to, icon: Icon } = pages[key]
  const face = {
    label: t(`page.${key}`),
    leftSection: <Icon size={20} stroke={1.7} aria-hidden="true" />,
  }
  if (isAllowed) {
    const isOpen = pathname === to
    return (
      <NavLink
        {...face}
        {...(isOpen && { ref: scrolledTo })}
        component={Link}
        to={to}
        active={isOpen}
        className={classes['link'] ?? ''}
        onClick={onFollow}
      />
    )
  }
  return (
    <Hint label={reasonOf(reason)} position="right">
      <NavLink
        {...face}
        component="button"
        aria-disabled="true"
        aria-description={reasonOf(reason)}
        className={classes['link'] ?? ''}
        data-barred="true"
      />
    </Hint>
  )
}

function StorePicker() {
  const t = useWords(shellTexts)
  const { stores } = useMe()
  const store = useStoreChoice()
  if (store === null) return null
  return (
    <NativeSelect
      aria-label={t('store')}
      data={stores.map(({ storeId, name }) => ({ value: storeId, label: name }))}
      value={store.storeId}
      onChange={(event) => chooseStore(event.currentTarget.value)}
      w={{ base: 212, xs: 220 }}
    />
  )
}
