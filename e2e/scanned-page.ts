import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Wedge } from '../simulation/tills/wedges.ts'
import {
  answered,
  commandsIn,
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

export type Scanned = [code: string, wedge?: Wedge, opensDialog?: boolean]

/**
 * Scans on a page that is recorded, and returns the sound. No key reaches the page, except characters when the machine stalled
 * during the scan. Only a dialog that a hit opens (`opensDialog`) may take the focus.
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
  const { seen, hits, misses, longestGapMs } = await heard(page)
  const isStalled = longestGapMs >= stalledMs
  expect(isStalled ? commandsIn(seen) : seen).toEqual([])
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
