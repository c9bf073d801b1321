let clearedCount = 0

/** Removes all notices, because their person leaves: they tell of sales, and one can print a paper again. */
export function clearNotices(): void {
  clearedCount += 1
  // Not loaded with the entrance. Where a notice is shown it was loaded before.
  void import('@mantine/notifications').then(({ notifications }) => notifications.clean())
}

/** How often notices were cleared. Work that began before the last time was begun by somebody who has left. */
export const noticesCleared = (): number => clearedCount
