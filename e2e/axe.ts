import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { settled } from './stillness.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Faults that axe calls serious or critical, one per line. */
export async function faults(page: Page): Promise<string[]> {
  // During a color transition, contrast is meaningless.
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const rules = JSON.stringify({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
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
