import { Avatar } from '@mantine/core'
import { later } from '../../ui/parts/later.tsx'
import { useMe } from '../me/me.ts'

/** The signed-in person. The button is loaded with the page, its menu afterwards. */
export const AccountButton = later(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  AccountAvatar,
)

function AccountAvatar() {
  const { account } = useMe()
  return <Avatar name={account.name} color="agave" radius="xl" size={44} />
}
