import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { faults, faultsOfColors } from './axe.ts'
import { faultsOnPhone } from './phone-law.ts'

const views = ['in light colors', 'in dark colors', 'on a phone'] as const

/** Looks at a page in light and dark colors, and on a phone. */
export type Look = (page: Page, place?: string) => Promise<void>

/**
 * Three stories of one walk: wherever it looks, axe finds nothing serious in either color scheme, and a phone shows
 * everything. In dark colors only the rules about colors run, because nothing else differs between the schemes.
 * Stories about themes run every rule on dark pages.
 *
 * @param walk goes through the pages, and looks at each place
 * @param holds checks the walk itself, after each story
 */
export function axeFindsNothing(name: string, walk: (look: Look) => Promise<void>, holds = () => {}): void {
  describe(name, () => {
    const found: Record<(typeof views)[number], string[]> = {
      'in light colors': [],
      'in dark colors': [],
      'on a phone': [],
    }
    let last: Page | undefined
    beforeAll(async () => {
      const look: Look = async (page, place = page.url()) => {
        last = page
        await page.emulateMedia({ colorScheme: 'dark' })
        found['in dark colors'].push(...(await faultsOfColors(page)).map((fault) => `${place}: ${fault}`))
        await page.emulateMedia({ colorScheme: 'light' })
        found['in light colors'].push(...(await faults(page)).map((fault) => `${place}: ${fault}`))
        found['on a phone'].push(...(await faultsOnPhone(page)).map((fault) => `${place}: ${fault}`))
      }
      await walk(look).catch(async (error: unknown) => {
        const shown = await last
          ?.locator('body')
          .innerText()
          .catch(() => '')
        throw new Error(`The walk stopped. Its last page, ${last?.url()}, shows:\n${shown}`, { cause: error })
      })
    }, patient(400_000))

    test.each(views)('%s', (view) => {
      expect(found[view]).toEqual([])
      holds()
    })
  })
}
