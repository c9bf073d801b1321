import type { Page } from 'playwright-core'

/** Holds the requests to an address until the returned function is called. */
export async function held(page: Page, address: string): Promise<() => void> {
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
