import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.css'

/** The place of notices, loaded after the page because none is shown at first. */
export function Notices() {
  return <Notifications position="top-right" />
}
