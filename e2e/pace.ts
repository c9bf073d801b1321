import type { Browser, Page } from 'playwright-core'
import { patient } from '../server/test/patience.ts'
import { demoPassword, openVisit, signIn } from './visit.ts'

/** Fills the demo's first store with the catalog of a large shop. */
export async function fillCatalog(url: string, count: number): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/auth/sessions`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'manager@demo.mostrador.test', password: demoPassword }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const me = (await (await fetch(`${url}/auth/me`, { headers: { authorization } })).json()) as {
    stores: [{ storeId: string }]
  }
  const words = ['Galletas', 'Jugo', 'Cuaderno', 'Pila', 'Crema', 'Atún', 'Foco', 'Vela', 'Pasta', 'Té']
  const rows = Array.from(
    { length: count },
    (_, no) => `${words[no % words.length]} de prueba ${no},${10 + (no % 90)}.50,P-${no}`,
  )
  const form = new FormData()
  form.set('storeId', me.stores[0].storeId)
  form.set('file', new Blob([['Nombre,Precio,SKU', ...rows].join('\n')], { type: 'text/csv' }), 'p.csv')
  const headers = { authorization, 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(`${url}/pos/products/import`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`the catalog was refused: ${answer.status} ${await answer.text()}`)
}

export interface Pace {
  /** From the request for the page to the first paint. */
  readonly firstPaintMs: number[]
  /** Until goods can be tapped. */
  readonly goodsMs: number[]
  /** From a key in the search field to the frame with its result. */
  readonly keyMs: number[]
}

/** Opens the till repeatedly with this device's stored files, and types in its search. */
export async function paceOfTill(
  browser: Browser,
  url: string,
  { openings, typed }: { openings: number; typed: readonly string[] },
): Promise<Pace> {
  const visit = await openVisit(browser, url, { width: 1024, height: 768, isKept: true })
  const { page } = visit
  try {
    await signIn(visit, 'cashier')
    const pace: Pace = { firstPaintMs: [], goodsMs: [], keyMs: [] }
    // The first visit downloads the catalog, which happens once.
    await open(page)
    for (let opening = 0; opening < openings; opening++) {
      await open(page)
      const { firstPaintMs, goodsMs } = await timesOf(page)
      pace.firstPaintMs.push(firstPaintMs)
      pace.goodsMs.push(goodsMs)
    }
    for (const word of typed) pace.keyMs.push(...(await typeWord(page, word)))
    return pace
  } finally {
    await visit.context.close()
  }
}

const goods = '[data-testid=goods] button'

async function open(page: Page): Promise<void> {
  await page.goto('/caja?tab=productos')
  await page
    .locator(goods)
    .first()
    .waitFor({ timeout: patient(120_000) })
}

/** Read from the browser's own entries, so that no test code is between its clock and what it painted. */
function timesOf(page: Page): Promise<{ firstPaintMs: number; goodsMs: number }> {
  return page.evaluate(
    (selector) =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const paint = performance.getEntriesByName('first-contentful-paint')[0]
          if (document.querySelector(selector) === null) throw new Error('no goods are drawn')
          resolve({ firstPaintMs: paint?.startTime ?? Number.NaN, goodsMs: performance.now() })
        }),
      ),
    goods,
  )
}

/** Longer than any update takes; a key that does not change the list causes none. */
const stillMs = 1_500

/** Milliseconds for each key that changed the list, until the frame with the change was painted. */
async function typeWord(page: Page, word: string): Promise<number[]> {
  const search = page.getByRole('searchbox')
  await search.fill('')
  await search.focus()
  const times: number[] = []
  for (const key of word) {
    const drawn = page.evaluate(
      (patienceMs) =>
        new Promise<number | undefined>((resolve) => {
          setTimeout(() => resolve(undefined), patienceMs)
          let pressedMs = Number.NaN
          addEventListener(
            'keydown',
            (event) => {
              pressedMs = event.timeStamp
            },
            { once: true, capture: true },
          )
          const scene = document.querySelector('[data-testid=goods]')
          const watcher = new MutationObserver(() => {
            if (Number.isNaN(pressedMs)) return
            watcher.disconnect()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedMs)))
          })
          if (scene === null) throw new Error('no goods are drawn')
          watcher.observe(scene, { subtree: true, childList: true, attributes: true, characterData: true })
        }),
      stillMs,
    )
    await page.keyboard.press(key)
    const tookMs = await drawn
    if (tookMs !== undefined) times.push(tookMs)
  }
  return times
}
