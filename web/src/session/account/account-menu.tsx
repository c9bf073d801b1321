import { Avatar, Menu, Text, UnstyledButton, useMantineTheme, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconLanguage, IconLogout, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx'
import { useSchemeChange } from '../../ui/parts/scheme-change.ts'
import { useOtherLanguage } from '../../ui/words/language-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useMe } from '../me/me.ts'
import { useStoreChoice } from '../me/store-choice.ts'
import { meTexts } from '../me/texts.ts'
import { accountTexts } from './texts.ts'
import { useUnsentCount } from './unsent.ts'
import { useSignOut } from './use-sign-out.tsx'

export function AccountMenu() {
  const t = useWords(accountTexts)
  const tMe = useWords(meTexts)
  const { account, terminalId } = useMe()
  const store = useStoreChoice()
  const { signOut, isSigningOut } = useSignOut()
  const other = useOtherLanguage()
  const scheme = useSchemeChange()
  const unsent = useUnsentCount()
  const [isLeaving, leaving] = useDisclosure(false)
  const { breakpoints } = useMantineTheme()
  const isNarrow = !useMediaQuery(`(min-width: ${breakpoints.xs})`)
  return (
    <>
      <Menu position="bottom-end" width={250} withArrow>
        <Menu.Target>
          <UnstyledButton style={{ borderRadius: 999, padding: 2 }}>
            <Avatar name={account.name} color="agave" radius="xl" size={40} aria-hidden="true" />
            <VisuallyHidden>
              {t('account')}: {account.name}
            </VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div style={{ padding: '8px 12px' }}>
            <Text fw={650}>{account.name}</Text>
            {account.email !== null && (
              <Text size="sm" c="dimmed">
                {account.email}
              </Text>
            )}
            {store !== null && (
              <Text size="sm" c="dimmed">
                {tMe(`roleTitle.${store.role}`)} · {store.name}
              </Text>
            )}
          </div>
          <Menu.Divider />
          {/* A session opened with a PIN cannot change password or second factor. */}
          {terminalId === null && (
            <Menu.Item leftSection={<IconUserCog size={18} />} component={Link} to="/cuenta">
              {t('account')}
            </Menu.Item>
          )}
          {/* Not only hidden: arrow keys would stop at it. */}
          {isNarrow && (
            <Menu.Item leftSection={<scheme.icon size={18} />} onClick={scheme.change}>
              {scheme.label}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLanguage size={18} />} lang={other.tag} onClick={other.choose}>
            {other.name}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={18} />} onClick={unsent > 0 ? leaving.open : signOut}>
            {t('signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('leaveUnsentTitle', { count: unsent })}
        hint={t('leaveUnsentHint')}
        action={t('signOut')}
        isBusy={isSigningOut}
        onConfirm={signOut}
        onClose={leaving.close}
      />
    </>
  )
}
