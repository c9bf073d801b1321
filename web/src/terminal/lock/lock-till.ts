import { lockScreen } from '../../session/lock/lock.ts'

/** Locks the till and clears notices, which contain sales. */
export function lockTill(): void {
  if (lockScreen()) void import('@mantine/notifications').then(({ notifications }) => notifications.clean())
}
