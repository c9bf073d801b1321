import { createClient } from '@mostrador/client'
import { expect, test } from 'vitest'
import { markUnattended, signsOfUse } from './unattended.ts'

/** A page with a client, a clock, and a person who may use it. */
class Page extends EventTarget {
  nowMs = 5_000
  readonly #marks: (string | null)[] = []
  readonly #api = createClient({
    baseUrl: 'http://localhost',
    fetch: (request) => {
      this.#marks.push(request.headers.get('mostrador-unattended'))
      return Promise.resolve(Response.json({}))
    },
  })

  constructor() {
    super()
    this.#api.use(markUnattended(this, () => this.nowMs))
  }

  async read() {
    await this.#api.GET('/auth/me')
    return this.#marks.at(-1)
  }

  async write() {
    await this.#api.DELETE('/auth/sessions/current')
    return this.#marks.at(-1)
  }
}

test('reads are marked a minute after the page was opened and nobody used it', async () => {
  const page = new Page()
  expect(await page.read()).toBeNull()
  page.nowMs += 60_000
  expect(await page.read()).toBeNull()
  page.nowMs += 1
  expect(await page.read()).toBe('1')
})

test.each(signsOfUse)('reads are not marked for a minute after a person’s %s', async (sign) => {
  const page = new Page()
  page.nowMs += 3_600_000
  expect(await page.read()).toBe('1')
  page.dispatchEvent(new Event(sign))
  page.nowMs += 60_000
  expect(await page.read()).toBeNull()
  page.nowMs += 1
  expect(await page.read()).toBe('1')
})

test('a write is never marked, because a person causes it', async () => {
  const page = new Page()
  page.nowMs += 3_600_000
  expect(await page.write()).toBeNull()
})
