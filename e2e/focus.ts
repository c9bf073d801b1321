import type { Locator } from 'playwright-core'
import { settled } from './stillness.ts'

/** Whether this element has the focus. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === document.activeElement)

/**
 * Waits until a field of a dialog can be filled in. A dialog takes the focus a moment after it appears, and the text that is being
 * entered goes with it.
 */
export async function fillable(field: Locator): Promise<void> {
  await field.waitFor()
  await settled(field.page())
}
