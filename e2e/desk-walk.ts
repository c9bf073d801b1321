import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindsNothing, type Look } from './axe-walk.ts'
import { settled } from './stillness.ts'
import { turn } from './store-api.ts'
import { stories } from './stories.ts'
import { goWithin, type Visit } from './visit.ts'

/** Reads the client's addresses from its source as text, because the pages themselves need a browser. */
const source = (file: string) => readFile(path.resolve(import.meta.dirname, '../web/src', file), 'utf8')

/** Every address of the client, whether or not a menu links to it. */
export async function addresses(): Promise<string[]> {
  const menu = [...(await source('desk/navigation/navigation.ts')).matchAll(/\bto: '(\/[^']*)'/g)]
  const beside = [...(await source('router.tsx')).matchAll(/\bpath: '(\/[^']*)'/g)]
  return [...new Set([...menu, ...beside].map(([, address = '']) => address))].sort()
}

/**
 * Who has which pages, and the least number of things these open in a new demo: fewer would mean that the
 * walk missed some.
 */
export const desks = {
  owner: { under: '/negocio/', opensAtLeast: 9 },
  // The platform's queues are empty in a new demo.
  admin: { under: '/administracion/', opensAtLeast: 6 },
} as const

/** What a page can open: its buttons, and its first row. */
async function openersOf(page: Page): Promise<string[]> {
  const names = await page.getByRole('main').getByRole('button', { disabled: false }).allInnerTexts()
  const isRow = (await page.locator('tbody tr[tabindex="0"]').count()) > 0
  const own = names.map((name) => name.trim()).filter((name) => name !== '' && !actsAtOnce.test(name))
  return [...new Set([...own, ...(isRow ? ['its first row'] : [])])]
}

/** Buttons that act instead of opening something. */
const actsAtOnce = /^(Descargar|Ver más|Cerrar sesión|Cerrar los días|Consultar saldo|Reintentar|Pausar)/

/** Whether it opened a dialog or a drawer. */
async function open(page: Page, name: string): Promise<boolean> {
  const opener =
    name === 'its first row'
      ? page.locator('tbody tr[tabindex="0"]')
      : page.getByRole('main').getByRole('button', { name, exact: true })
  // An earlier click may have led to another view of the page.
  if ((await opener.count()) === 0) return false
  await opener.first().click()
  // Its code is loaded when it first opens. A dialog that came later still would be in the way of the next click.
  await settled(page)
  return page.getByRole('dialog').first().isVisible()
}

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

/** Goes to a page as a link of the menu does: the client is loaded once for all pages. */
async function enter(page: Page, address: string): Promise<void> {
  const before = await titleOf(page)
  await goWithin(page, address)
  // The page before it is shown until the code of the next has loaded.
  await settled(page)
  if (new URL(page.url()).pathname !== address) throw new Error(`${address} leads to ${page.url()}`)
  const title = await titleOf(page)
  if (title === before) throw new Error(`${address} shows “${title}”, as the page before it`)
}

/**
 * Opens every page of a desk and everything that each opens, and looks at it.
 *
 * @returns what was opened
 */
async function walk({ page, picture }: Visit, under: string, look: Look): Promise<string[]> {
  const opened: string[] = []
  for (const address of (await addresses()).filter((each) => each.startsWith(under))) {
    await enter(page, address)
    if (await page.getByRole('heading', { name: 'Aquí no puedes entrar' }).isVisible())
      throw new Error(`${address} cannot be entered`)
    await look(page, address)
    await picture(`page${address.replaceAll('/', '-')}`)
    for (const name of await openersOf(page)) {
      if (!(await open(page, name))) continue
      opened.push(`${address} ${name}`)
      await look(page, `${address}, ${name}`)
      await page.keyboard.press('Escape')
      const isClosed = page.getByRole('dialog').first().waitFor({ state: 'hidden' })
      await isClosed.catch((cause) => {
        throw new Error(`${address}, ${name}: Escape does not close it`, { cause })
      })
      await settled(page)
    }
  }
  return opened
}

/** The stories of one desk: each of its pages and everything they open, in both color schemes. */
export function deskIsAccessible(who: keyof typeof desks): void {
  const demo = stories({ window: { width: 1280, isStill: true } })
  const { under, opensAtLeast } = desks[who]
  let opened: string[]
  axeFindsNothing(
    `on the ${who}’s pages, and in what they open, axe finds nothing serious`,
    async (look) => {
      // A page behind a platform setting is checked like the others.
      await turn(demo.url, 'giftcards_admin_list_web', true)
      opened = await walk(await demo.visitAs(who, { at: '/cuenta' }), under, look)
    },
    () => expect(opened.length, opened.join('\n')).toBeGreaterThanOrEqual(opensAtLeast),
  )
}
