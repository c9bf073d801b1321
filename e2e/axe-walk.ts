import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { patient } from '../server/test/patience.ts'
import { faults, faultsOfColors } from './axe.ts'

/** Looks at a page in light and dark colors. */
export type Look = (page: Page, place?: string) => Promise<void>

/**
 * Two stories, one for each color scheme, of one walk: wherever it looks, axe finds nothing serious. In dark colors
 * only the rules about colors run, because nothing else differs between the schemes. Stories about themes run every
 * rule on dark pages.
 *
 * @param walk goes through the pages, and looks at each place
 * @param holds checks the walk itself, after each story
 */
export function axeFindsNothing(name: string, walk: (look: Look) => Promise<void>, holds = () => {}): void {
  describe(name, () => {
    const found: Record<'light' | 'dark', string[]> = { light: [], dark: [] }
    beforeAll(async () => {
      await walk(async (page, place = page.url()) => {
        await page.emulateMedia({ colorScheme: 'dark' })
        found.dark.push(...(await faultsOfColors(page)).map((fault) => `${place}: ${fault}`))
        await page.emulateMedia({ colorScheme: 'light' })
        found.light.push(...(await faults(page)).map((fault) => `${place}: ${fault}`))
      })
    }, patient(400_000))

    test.each(['light', 'dark'] as const)('in %s colors', (colorScheme) => {
      expect(found[colorScheme]).toEqual([])
      holds()
    })
  })
}
