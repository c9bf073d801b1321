import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './stillness.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Faults that axe calls serious or critical, one line each. */
export async function faults(page: Page): Promise<string[]> {
  // A colour on its way to another is nobody's to read.
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const rules = JSON.stringify({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    // Of what passed, nobody reads the list.
    resultTypes: ['violations'],
    // Style sheets are fetched anew for a rule that is not asked, and films for one that is not serious.
    preload: false,
  })
  const violations: AxeResults['violations'] = await page.evaluate(
    `axe.run(${rules}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}
