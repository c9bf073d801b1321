import type { Page, Route } from 'playwright-core'

/**
 * Handles the requests to an address in this way until the returned function is called. Later ones pass through the same route:
 * when a page's last route is taken away, a request that is on its way at that moment may never be answered.
 */
export async function rerouted(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOver = false
  await page.route(address, (route) => (isOver ? route.fallback() : handle(route)))
  return () => {
    isOver = true
  }
}

/** Holds the requests to an address until the returned function is called. */
export async function held(page: Page, address: string | RegExp): Promise<() => void> {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(address, async (route) => {
    await gate
    await route.continue()
  })
  return open
}
