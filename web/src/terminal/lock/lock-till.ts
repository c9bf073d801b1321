import { lockScreen } from '../../session/lock/lock.ts'

/** Locks the till; notices tell of sales, so they go too. */
export function lockTill(): void {
  if (lockScreen()) void import('@mantine/notifications').then(({ notifications }) => notifications.clean())
}
