import type { Page } from 'playwright-core'
import { faults } from './axe.ts'
import { settled } from './stillness.ts'

/** The screen of a usual phone. */
export const phone = { width: 390, height: 844 }

/** Rules of axe whose result depends on the window's width. */
const widthRules = ['target-size', 'scrollable-region-focusable']

/**
 * Looks at the page, as it is now, on a phone.
 *
 * @returns what lies outside the screen, which text is cut, and what axe finds serious there
 */
export async function faultsOnPhone(page: Page): Promise<string[]> {
  const usual = page.viewportSize() ?? phone
  await page.setViewportSize(phone)
  await settled(page)
  const found = [...(await page.evaluate(cutOff, phone.width)), ...(await faults(page, widthRules))]
  await page.setViewportSize(usual)
  await settled(page)
  return found
}

/**
 * Runs in the page, and lists what is cut off. A region that scrolls sideways, such as a table of figures, may be wider
 * than the screen. The screen's width is an argument, because a phone zooms out when the page is wider.
 */
function cutOff(screenPx: number): string[] {
  const found = new Set<string>()
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  /** What hides the box in part; `null` when nothing does. */
  const cutBy = (owner: Element, box: DOMRect): string | null => {
    for (let at: Element | null = owner; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      // Text for screen readers only.
      if (around.width <= 2 && overflowX !== 'visible') return null
      if (overflowX === 'auto' || overflowX === 'scroll') return null
      const isBeside = box.left < around.left - 1 || box.right > around.right + 1
      const isBelow = (box.top + box.bottom) / 2 > around.bottom
      const isCut =
        (isBeside && overflowX !== 'visible') || (isBelow && ['hidden', 'clip'].includes(overflowY))
      if (isCut) return `${at.tagName.toLowerCase()}.${at.className}`
      if (position === 'fixed') break
    }
    return box.left < -1 || box.right > screenPx + 1 ? 'the edge of the screen' : null
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > screenPx) found.add(`the page is ${scrollWidth} px wide`)
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(isShown)
  const top = dialogs.at(-1) ?? document.body
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const words = text.textContent?.trim() ?? ''
    const owner = text.parentElement
    if (words === '' || owner === null || !isShown(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of range.getClientRects()) {
      const by = box.width < 1 ? null : cutBy(owner, box)
      if (by !== null) found.add(`“${words.slice(0, 40)}” is cut by ${by}`)
    }
  }
  for (const control of top.querySelectorAll('button, a[href], input, select, textarea')) {
    const by = isShown(control)
      ? cutBy(control.parentElement ?? control, control.getBoundingClientRect())
      : null
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)
    if (by !== null) found.add(`${control.tagName.toLowerCase()} “${name}” is cut by ${by}`)
  }
  return [...found]
}
