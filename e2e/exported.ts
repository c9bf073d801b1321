import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** Exports what a page shows as a file of this kind. */
export async function exported(page: Page, kind: RegExp): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: kind }).click()
  const file = await coming
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
