import type { Locator, Page } from 'playwright-core'
import { settled } from './stillness.ts'

/** The windows in which everything that a cashier has to press must be in sight: a tablet, and a small monitor. */
const windows = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
] as const

const smallestTargetPx = 44

/**
 * Looks at the page, as it is now, in each of those windows.
 *
 * @param primary what has to be pressed, or read, here
 * @returns what is out of sight or covered, and what is too small for a finger
 */
export async function faultsOf(page: Page, name: string, primary: readonly Locator[]): Promise<string[]> {
  const faults: string[] = []
  for (const size of windows) {
    await page.setViewportSize(size)
    await settled(page)
    const at = `${name} at ${size.width}×${size.height}`
    for (const each of primary) {
      const hidden = await hiddenBy(each)
      if (hidden !== null) faults.push(`${at}: ${each} is out of sight: ${hidden}`)
    }
    for (const target of await page.evaluate(smallTargets, smallestTargetPx)) faults.push(`${at}: ${target}`)
  }
  await page.setViewportSize(windows[0])
  return faults
}

/** What keeps a part of it from being seen without scrolling: the window's edge, or what is in front; `null` if nothing does. */
async function hiddenBy(locator: Locator): Promise<string | null> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight)
      return `it is at ${[left, top, right, bottom].map(Math.round).join(' ')}`
    for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
      const found = document.elementFromPoint((left + right) / 2, y)
      if (found === null) return 'nothing is there'
      if (!element.contains(found) && !found.contains(element)) return found.outerHTML.slice(0, 200)
    }
    return null
  })
}

/** Runs in the page. A box to tick counts with its label, because either can be tapped. */
function smallTargets(smallestPx: number): string[] {
  const pressed = 'button, a[href], input, select, textarea, [role="menuitem"], [role="tab"], label'
  const dialogs = [...document.querySelectorAll('[role="dialog"]')]
  const top = dialogs.at(-1) ?? document.body
  const isTicked = (element: Element) =>
    element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)
  const targets = [...top.querySelectorAll<HTMLElement>(pressed)].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    if (element.closest('[aria-hidden="true"], [inert]') !== null) return false
    // Labels of typed fields only name them; a ticked box is measured by its label.
    if (element instanceof HTMLLabelElement) return element.control !== null && isTicked(element.control)
    return !isTicked(element) || (element as HTMLInputElement).labels?.length === 0
  })
  return targets.flatMap((element) => {
    const boxes = [element, ...(element instanceof HTMLLabelElement ? [element.control] : [])].flatMap(
      (each) => {
        const box = each?.getBoundingClientRect()
        return box === undefined || box.width === 0 ? [] : [box]
      },
    )
    const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
    const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top: y }) => y))
    // Half a pixel is lost to rounding.
    if (width >= smallestPx - 0.5 && height >= smallestPx - 0.5) return []
    const what = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
    return `${element.tagName.toLowerCase()} “${what}” is ${Math.round(width)}×${Math.round(height)} px`
  })
}
