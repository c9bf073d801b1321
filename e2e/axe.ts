import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './stillness.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules of the levels that we promise. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Faults of colors alone, for a page whose other faults are known from its other color scheme. */
export const faultsOfColors = (page: Page) => faults(page, colorRules)

/** Faults that axe calls serious or critical, one per line. */
export async function faults(page: Page, runOnly: readonly string[] = everyRule): Promise<string[]> {
  // During a color transition, contrast is meaningless.
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const rules = JSON.stringify({
    runOnly,
    // The list of passed checks is not used.
    resultTypes: ['violations'],
    // Preloading fetches style sheets and media again for rules that are not checked.
    preload: false,
  })
  const violations: AxeResults['violations'] = await page.evaluate(
    `axe.run(${rules}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}
