import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'

/** Where notices appear. It is loaded after the page: none is shown in its first moment. */
export function Notices() {
  return <Notifications position="top-right" />
}
