import { expect, test } from 'vitest'
import { needsConfirmation, type Route } from '../../src/http/route.ts'
import type { Answer } from '../app.ts'
import { patient } from '../patience.ts'
import type { Person } from '../world.ts'
import { dangerousInStore } from './agreed-routes.ts'
import { absent, app, callers, stores } from './stage.ts'

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const isOfPlatform = ({ access }: Route) => access.startsWith('platform:')
const asking = () => app.product.routes.filter(({ confirmed }) => confirmed !== undefined)

/** Writes of platform staff that need no confirmation, with the reason. */
const platformWritesWithout: Readonly<Record<string, string>> = {}
const owner = () => stores.store.manager
const admin = () => callers.admin.person

/** Calls the dangerous routes with sessions confirmed too long ago, and with recent ones. */
export function confirmations(): void {
  test('every write of platform staff requires a recent confirmation', () => {
    const without = app.product.routes.filter(
      (route) => isOfPlatform(route) && route.method !== 'GET' && route.confirmed !== true,
    )
    expect(without.map(nameOf).sort()).toEqual(Object.keys(platformWritesWithout).sort())
  })

  test('dangerous actions of a store require a recent confirmation, and daily work does not', () => {
    const found = asking().filter((route) => !isOfPlatform(route))
    expect(found.map(nameOf).sort()).toEqual(dangerousInStore)
  })

  test(
    'each of them is refused for a session confirmed too long ago, and allowed for a recent one',
    async () => {
      const wrong: string[] = []
      for (const route of asking()) {
        const { id } = isOfPlatform(route) ? admin() : owner()
        const old = await ask({ token: await app.world.session(id, { confirmed: false }) }, route)
        if (old.status !== 403 || old.body.code !== 'confirmation_required')
          wrong.push(`${nameOf(route)} is open to an old session: ${old.text}`)
        const fresh = await ask({ token: await app.world.session(id) }, route)
        if (fresh.status === 403) wrong.push(`${nameOf(route)} is closed to a fresh session: ${fresh.text}`)
      }
      expect(wrong).toEqual([])
    },
    patient(120_000),
  )

  test('renaming a store needs no confirmation, and closing it, its limits and the addresses of its reports do', async () => {
    const old = { token: await app.world.session(owner().id, { confirmed: false }) }
    const change = (body: object, as: Pick<Person, 'token'> = old) =>
      app.call(as, 'PATCH', `/pos/stores/${stores.store.id}`, body)
    expect((await change({ name: 'La Esperanza Sur', phone: null })).status).toBe(200)
    const read = () => app.call(old, 'GET', `/pos/stores/${stores.store.id}`)
    const { body: before } = await read()
    const dangerous = {
      openPriceLimitCentavos: 900_000,
      cashiersSellOpenPrices: !before.cashiersSellOpenPrices,
      cashiersCountBlind: !before.cashiersCountBlind,
      shiftReportEmails: ['otra@example.test'],
    }
    for (const [field, value] of Object.entries({ ...dangerous, status: 'CLOSED' })) {
      const refused = await change({ name: 'La Esperanza Norte', [field]: value })
      expect([field, refused.status, refused.body.code]).toEqual([field, 403, 'confirmation_required'])
    }
    expect((await read()).body).toEqual(before)
    const fresh = { token: await app.world.session(owner().id) }
    expect(await change(dangerous, fresh)).toMatchObject({ status: 200, body: dangerous })
    const undone = Object.fromEntries(Object.keys(dangerous).map((field) => [field, before[field]]))
    expect((await change(undone, fresh)).status).toBe(200)
  })

  test('the platform’s waiver for its own staff does not apply to store staff', async () => {
    await app.admin.query(
      `insert into settings.settings (key, value) values ('platform.second_factor_required', 'false')`,
    )
    try {
      const operator = { token: await app.world.session(admin().id, { confirmed: false }) }
      const manager = { token: await app.world.session(owner().id, { confirmed: false }) }
      const setting = await app.call(operator, 'PUT', '/platform/settings/none', { value: true })
      expect(setting.body.code).not.toBe('confirmation_required')
      const webhook = await app.call(manager, 'POST', '/pos/webhooks', {})
      expect(webhook.body.code).toBe('confirmation_required')
    } finally {
      await app.admin.query(`delete from settings.settings where key = 'platform.second_factor_required'`)
    }
  })

  test('the body decides for routes that name fields', () => {
    expect(needsConfirmation({ confirmed: ['status'] }, { name: 'x' })).toBe(false)
    expect(needsConfirmation({ confirmed: ['status'] }, { status: null })).toBe(true)
    expect(needsConfirmation({ confirmed: ['status'] }, null)).toBe(false)
    expect(needsConfirmation({ confirmed: true }, undefined)).toBe(true)
    expect(needsConfirmation({}, { status: 'x' })).toBe(false)
  })
}

/** Well-formed enough to reach the guard; extra fields are checked afterwards. */
function ask(person: Pick<Person, 'token'>, route: Route): Promise<Answer> {
  const fields = Array.isArray(route.confirmed) ? route.confirmed : []
  const body = {
    ...Object.fromEntries(fields.map((field) => [field, 'x'])),
    ...(route.store === 'body' && { storeId: stores.store.id }),
    surplus: true,
  }
  const to = route.path.replaceAll(/\{\w+\}/g, absent)
  return app.call(person, route.method, `${to}?surplus=1`, body)
}
