import { Avatar } from '@mantine/core'
import { later } from '../../ui/parts/later.tsx'
import { useMe } from '../me/me.ts'

/** Who is signed in. The face is there at once, the menu behind it comes after the page. */
export const AccountButton = later(async () => (await import('./account-menu.tsx')).AccountMenu, Face)

function Face() {
  const { account } = useMe()
  return <Avatar name={account.name} color="agave" radius="xl" size={44} />
}
