import { beforeAll, expect, test } from 'vitest'
import { declaredProblems } from '../../src/http/route.ts'
import type { ProblemCode } from '../../src/problem/problems.ts'
import { patient } from '../patience.ts'
import type { Member } from '../world.ts'
import { app, inOrder, requestOf, stores, targetOf } from './stage.ts'

/** Works in one store. */
let manager: Member
/** Works in two stores, of different merchants. */
let busy: Member

/**
 * Sends a sound request to every route of the store plane that declares this code.
 *
 * @returns the answers with another one
 */
async function others(code: ProblemCode, by: Member, isStoreNamed = true): Promise<string[]> {
  const routes = app.product.routes.filter(
    (route) => route.access.startsWith('store:') && declaredProblems(route).includes(code),
  )
  const found: string[] = []
  for (const route of inOrder(routes)) {
    const { path, body, headers } = requestOf(route, await targetOf(route), route.path === '/events')
    const { pathname, searchParams } = new URL(path, app.url)
    if (!isStoreNamed) searchParams.delete('storeId')
    const sent = isStoreNamed || typeof body !== 'object' ? body : { ...body, storeId: undefined }
    const answer = await app.call(by, route.method, `${pathname}?${searchParams}`, sent, headers)
    if (answer.body.code !== code) found.push(`${route.method} ${route.path}: ${answer.text.slice(0, 200)}`)
  }
  return found
}

/** Refusals about the store or its merchant, which the guard makes. */
export function storeRefusals(): void {
  beforeAll(async () => {
    manager = await app.world.member(stores.store, 'manager')
    busy = await app.world.member(stores.store, 'manager')
    await app.world.member(stores.foreign, 'manager', busy)
    await app.admin.query(
      `insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true') on conflict do nothing`,
    )
  })

  test(
    'of a suspended merchant refuses its manager on every route',
    async () => {
      const be = (status: string) =>
        app.admin.query('select platform.write_status($1, $2)', [stores.store.merchantId, status])
      await be('SUSPENDED')
      const found = await others('merchant_suspended', manager).finally(() => be('ACTIVE'))
      expect(found).toEqual([])
    },
    patient(60_000),
  )

  test(
    'has to be named by who works in two, on every route that lets others omit it',
    async () => {
      expect(await others('store_required', busy, false)).toEqual([])
    },
    patient(60_000),
  )
}
