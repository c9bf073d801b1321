import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { settled } from './stillness.ts'

/** What a screen reader says of an element, by the browser's own accessibility tree. */
interface Said {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly isFocused: boolean
}

/** Elements that a person uses, and places that they jump to, have to be named. */
const named = new Set([
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'form',
  'group',
  'link',
  'listbox',
  'menu',
  'menuitem',
  'option',
  'radio',
  'radiogroup',
  'region',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'tablist',
  'tabpanel',
  'textbox',
])
/** Boxes and pieces of text: their content is said, not they. */
const silent = new Set(['generic', 'none', 'InlineTextBox', 'LineBreak', 'StaticText', 'LayoutTable'])

/**
 * Reads a page as a screen reader does: its elements in order, the element with the focus, and what live regions tell. Call
 * it before the page is opened.
 */
export async function screenReaderOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  const told: string[] = []
  await page.exposeFunction('noteTold', (text: string) => told.push(text))
  await page.addInitScript(listenInPage)

  /** All elements in reading order; of the top dialog only, when there is one. */
  const read = async (): Promise<Said[]> => {
    await settled(page)
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const walk = (id: string): typeof nodes => {
      const node = byId.get(id)
      return node === undefined ? [] : [node, ...(node.childIds ?? []).flatMap(walk)]
    }
    const [root] = nodes
    const all = root === undefined ? [] : walk(root.nodeId)
    const dialog = all.findLast(({ role, ignored }) => role?.value === 'dialog' && !ignored)
    return (dialog === undefined ? all : walk(dialog.nodeId))
      .filter(({ ignored, role }) => !ignored && !silent.has(String(role?.value)))
      .map(({ role, name, description, properties = [] }) => ({
        role: String(role?.value),
        name: String(name?.value ?? '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
        description: String(description?.value ?? ''),
        isFocused: properties.some((each) => each.name === 'focused' && each.value.value === true),
      }))
  }
  return {
    read,
    /**
     * Looks at the page as it is now.
     *
     * @param order what has to come in this order, as `role name`; other elements may stand between them
     * @returns what has no name, is out of order or missing, and a focus that is nowhere
     */
    async faults(place: string, order: readonly string[]): Promise<string[]> {
      const said = await read()
      const unnamed = said
        .filter(({ role, name }) => named.has(role) && name === '')
        .map(({ role }) => `${place}: a ${role} without a name`)
      const lines = said.map(({ role, name }) => `${role} ${name}`)
      let at = 0
      const misplaced = order.flatMap((wanted) => {
        const found = lines.findIndex((line, place) => place >= at && line.startsWith(wanted))
        if (found < 0) return [`${place}: no “${wanted}” after “${lines[at - 1] ?? 'the start'}”`]
        at = found + 1
        return []
      })
      const raised = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[tabindex]')]
          .filter(({ tabIndex }) => tabIndex > 0)
          .map((element) => element.outerHTML.slice(0, 80)),
      )
      return [
        ...unnamed,
        ...misplaced,
        ...raised.map((element) => `${place}: ${element} is out of the page's order`),
      ]
    },
    /** The element with the focus, as `role name · description`; `nowhere` when nothing of the page has it. */
    async focus(): Promise<string> {
      const focused = (await read()).findLast((each) => each.isFocused && each.role !== 'RootWebArea')
      if (focused === undefined) return 'nowhere'
      const { role, name, description } = focused
      return [`${role} ${name}`, description].filter((text) => text !== '').join(' · ')
    },
    /** Waits until all of these have been told, in any order, and forgets what was told until then. */
    async hears(...texts: readonly RegExp[]): Promise<void> {
      for (const text of texts) await expect.poll(() => told).toContainEqual(expect.stringMatching(text))
      told.splice(0)
    },
    /** Forgets what was told until the page is still. */
    async forget(): Promise<void> {
      await settled(page)
      told.splice(0)
    },
  }
}

/**
 * Runs in the page: notes what live regions tell. A region that appears together with its text tells it only as an alert,
 * because screen readers watch the others from then on.
 */
function listenInPage(): void {
  const { noteTold } = window as Window as Window & { noteTold: (text: string) => void }
  const live = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]'
  const known = new WeakMap<Element, string>()
  const textOf = (region: Element) => (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  const look = () => {
    for (const region of document.querySelectorAll(live)) {
      const text = textOf(region)
      const before = known.get(region)
      known.set(region, text)
      if (text === '' || text === before) continue
      if (before !== undefined || region.getAttribute('role') === 'alert') noteTold(text)
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}
