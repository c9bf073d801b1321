import type { Page, Route } from 'playwright-core'

/**
 * Handles the requests to an address by `handle` until the returned function is called. The route itself stays: a request that is
 * under way while a page's last route is removed may never be answered.
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
