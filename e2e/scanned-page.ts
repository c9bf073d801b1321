import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Wedge } from '../simulation/tills/wedges.ts'
import {
  answered,
  commandsIn,
  type Heard,
  heard,
  type Keyboard,
  keyboardOf,
  listenIn,
  stalledMs,
} from './scanner-keys.ts'
import { tillSteps } from './till-steps.ts'
import { signIn, type Visit } from './visit.ts'

/** A page that is recorded, with its keyboard. Open it before signing in. */
export async function scannedPage(visit: Visit) {
  const { page } = visit
  await listenIn(page)
  return { visit, page, steps: tillSteps(visit), keys: await keyboardOf(page) }
}

export type ScannedPage = Awaited<ReturnType<typeof scannedPage>>

/** The till at the start: an open shift and an empty cart. */
export async function scannedTill(opened: Visit, tab: string): Promise<ScannedPage> {
  const scanned = await scannedPage(opened)
  const { visit, page, steps } = scanned
  await signIn(visit, 'cashier', '/caja?tab=productos')
  await steps.shelf()
  await steps.withShift()
  await steps.emptyCart()
  if (tab !== 'Productos') await page.getByRole('tab', { name: tab }).click()
  return scanned
}

export const refusalOn = (page: Page) => page.getByTestId('scan-refusal')

export async function dismissOn(page: Page): Promise<void> {
  await refusalOn(page).getByRole('button', { name: 'Entendido' }).click()
  await refusalOn(page).waitFor({ state: 'detached' })
}

/** What was recorded of a scan of which no key reached the page, except characters when the machine stalled during it. */
export async function heardUnseen(page: Page): Promise<Heard> {
  const all = await heard(page)
  expect(all.longestGapMs >= stalledMs ? commandsIn(all.seen) : all.seen).toEqual([])
  return all
}

export type Scanned = [code: string, wedge?: Wedge, opensDialog?: boolean]

/**
 * Scans on a page that is recorded, and returns the sound. No key reaches the page. Only a dialog that a hit opens
 * (`opensDialog`) may take the focus.
 */
export async function scanUnseenOn(
  page: Page,
  keys: Keyboard,
  ...[code, wedge, opensDialog = false]: Scanned
): Promise<'hit' | 'miss'> {
  await heard(page)
  const focused = await page.evaluateHandle(() => document.activeElement)
  await keys.scan(code, wedge)
  await answered(page)
  const { hits, misses } = await heardUnseen(page)
  expect(hits + misses).toBe(1)
  const moved = await focused.evaluate((element, mayOpen) => {
    const now = document.activeElement
    const isInDialog = now?.closest('[role=dialog]') != null
    return element === now || (mayOpen && isInDialog)
      ? null
      : `from ${element?.outerHTML} to ${now?.outerHTML.slice(0, 200)}`
  }, opensDialog)
  expect(moved).toBeNull()
  if (misses === 1) await refusalOn(page).getByText(code).waitFor()
  return hits === 1 ? 'hit' : 'miss'
}
