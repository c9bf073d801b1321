import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { type Answer, startProduct } from '../app.ts'
import { patient } from '../patience.ts'
import type { Person, Store } from '../world.ts'
import { doneBy, type ForeignMerchant, foreignMerchant } from './foreign-merchant.ts'
import { eventsWithoutPosition, stateOf } from './merchant-state.ts'
import { absent, ask, fieldsOf, isOfRow, nameOf } from './platform-requests.ts'

// An administrator who is confined to some merchants, by assignment or ownership, sees nothing of any other
// merchant and starts nothing there, by any route. All registered routes are tested, so new ones are
// included.
let app: Awaited<ReturnType<typeof startProduct>>
let chief: Person
let own: Store
let foreign: ForeignMerchant
const confined: Record<string, Person> = {}

const done: ReturnType<typeof doneBy> = (...asked) => doneBy(app)(...asked)
const assign = (email: string) =>
  done(chief, 'POST', '/platform/admin-assignments', { email, merchantId: own.merchantId })

const isPlatforms = ({ access }: Route) => access.startsWith('platform:')
/** Closing a merchant comes last. */
const inOrder = (routes: readonly Route[]) =>
  routes.filter(isPlatforms).sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

/** Everything that could distinguish two answers, except what differs in any two. */
function likeness({ status, headers, text, body }: Answer): string {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id', 'location'].includes(name))
  return JSON.stringify([status, kept, text.replace(body?.requestId ?? '', '')])
}

/** Routes that concern no particular merchant, which confined administrators may use. */
const ofNobody = [
  'GET /platform/backups',
  'GET /platform/places',
  'GET /platform/settings',
  'GET /platform/roles',
  // The terms of merchants without their own; everybody sees them in their catalog.
  'GET /platform/vas-terms',
  // It creates a merchant, which the administrator then oversees.
  'POST /pos/merchants',
  // Inactive: the same answer for every administrator.
  'POST /platform/impersonations',
]

/** Calls the platform’s routes as administrators confined to some merchants, about another one. */
export function confinedAdministrators(): void {
  beforeAll(async () => {
    app = await startProduct({ VAS_AGGREGATOR_MODE: 'sandbox' })
    const { world } = app
    chief = await world.platformAdmin()
    own = await world.store()
    foreign = await foreignMerchant(app, chief)

    confined['by assignment'] = await world.platformAdmin()
    await assign(confined['by assignment'].email)
    confined['by ownership'] = own.manager
    await world.giveLabel(own.manager.id, 'platformAdmin')
    // The product does not allow both; if inserted directly, it shows nothing either.
    const both = await world.member(foreign.store, 'manager')
    await world.giveLabel(both.id, 'platformAdmin')
    await assign(both.email)
    confined['by assignment, with a membership in the other merchant'] = both
  }, patient(120_000))

  afterAll(() => app.close())

  describe.each([
    'by assignment',
    'by ownership',
    'by assignment, with a membership in the other merchant',
  ])('confined %s,', { timeout: patient(120_000) }, (how) => {
    test('another merchant’s id gets the answer of an absent one, on every platform route', async () => {
      const wrong: string[] = []
      await expect.poll(() => eventsWithoutPosition(app.admin)).toBe(0)
      const before = await stateOf(app.admin, foreign.store.merchantId)
      for (const route of inOrder(app.product.routes)) {
        const asksAbout = isOfRow(route) || fieldsOf(route.body ?? {}).some((name) => name in foreign.ids)
        const isNarrowed = fieldsOf(route.query ?? {}).some((name) => name in foreign.ids)
        if (!asksAbout && !isNarrowed) continue
        const [theirs, none] = await Promise.all([
          ask(app, foreign, route, confined[how] as Person, 'foreign'),
          ask(app, foreign, route, confined[how] as Person, 'absent'),
        ])
        const isRefused = [403, 404].includes(theirs.status)
        const isEmpty = !asksAbout && !foreign.marks.some((mark) => theirs.text.includes(mark))
        if (likeness(theirs) !== likeness(none) || !(isRefused || isEmpty))
          wrong.push(
            `${nameOf(route)}: ${theirs.status} ${theirs.text.slice(0, 300)} | ${none.text.slice(0, 300)}`,
          )
      }
      expect(wrong).toEqual([])
      expect(await stateOf(app.admin, foreign.store.merchantId)).toEqual(before)
      const person = confined[how] as Person
      const { rows: acted } = await app.admin.query(
        'select action from audit.log where user_id = $1 and merchant_id = $2',
        [person.id, foreign.store.merchantId],
      )
      expect(acted).toEqual([])
    })

    test('finds nothing of another merchant in any list, while other staff see it', async () => {
      const wrong: string[] = []
      for (const route of inOrder(app.product.routes)) {
        if (route.method !== 'GET' || isOfRow(route)) continue
        const { text } = await ask(app, foreign, route, confined[how] as Person, 'nobody')
        const seen = foreign.marks.filter((mark) => text.includes(mark))
        if (seen.length > 0) wrong.push(`${nameOf(route)} shows ${seen.join(', ')}`)
        if (ofNobody.includes(nameOf(route))) continue
        const all = await ask(app, foreign, route, chief, 'nobody')
        const needsMerchant = all.status === 422
        if (!needsMerchant && !foreign.marks.some((mark) => all.text.includes(mark)))
          wrong.push(`${nameOf(route)} shows nobody anything: ${all.status} ${all.text.slice(0, 200)}`)
      }
      expect(wrong).toEqual([])
    })

    test('cannot start anything for all merchants, on any platform route without a merchant', async () => {
      const wrong: string[] = []
      for (const route of app.product.routes.filter(isPlatforms)) {
        if (route.method === 'GET' || isOfRow(route) || ofNobody.includes(nameOf(route))) continue
        const answer = await ask(app, foreign, route, confined[how] as Person, 'nobody')
        // Where a merchant is required, a request without one is invalid.
        const isRefused = answer.status === 403 && answer.body.code === 'forbidden'
        if (!isRefused && answer.status !== 422)
          wrong.push(`${nameOf(route)}: ${answer.status} ${answer.text}`)
      }
      expect(wrong).toEqual([])
    })
  })

  describe('durable work', () => {
    const rollUp = (as: Person, merchantId?: string) =>
      app.call(as, 'POST', '/pos/settlements/ops/rollup', merchantId === undefined ? {} : { merchantId })
    const looks = async (as: Person, id: string) =>
      Promise.all(
        [`/workflows/${id}`, `/workflows/${id}/steps`].map(
          async (path) => (await app.call(as, 'GET', path)).status,
        ),
      )

    test('of another merchant, or of all, is not_found for a confined administrator', async () => {
      const theirs = (await rollUp(chief, foreign.store.merchantId)).body.workflowId
      const everybodys = (await rollUp(chief)).body.workflowId
      const sync = (await done(chief, 'POST', '/vas/admin/catalog/sync')).workflowId
      const mine = (await rollUp(chief, own.merchantId)).body.workflowId
      const recompute = async (merchantId: string) => {
        const id = `verification.recompute:of ${merchantId}`
        await app.admin.query(`select app.enqueue_work('verification.recompute', $1, $2)`, [
          id,
          JSON.stringify({ merchantId }),
        ])
        return id
      }
      const hidden = [theirs, everybodys, sync, await recompute(foreign.store.merchantId)]
      const shown = [mine, await recompute(own.merchantId)]
      for (const person of Object.values(confined)) {
        for (const id of [...hidden, randomUUID()]) expect(await looks(person, id)).toEqual([404, 404])
        for (const id of shown) expect(await looks(person, id)).toEqual([200, 200])
        const [refused, none] = [
          await app.call(person, 'GET', `/workflows/${theirs}`),
          await app.call(person, 'GET', `/workflows/${absent}`),
        ]
        expect(likeness(refused)).toBe(likeness(none))
      }
      for (const id of [...hidden, ...shown]) expect(await looks(chief, id)).toEqual([200, 200])
      const operator = await app.world.operator()
      for (const id of [...hidden, ...shown]) expect(await looks(operator, id)).toEqual([200, 200])
    })

    test('can be started by a confined administrator only for their merchants', async () => {
      for (const person of Object.values(confined)) {
        expect((await rollUp(person, foreign.store.merchantId)).status).toBe(404)
        expect(await rollUp(person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
        const started = await rollUp(person, own.merchantId)
        expect(started.status, started.text).toBe(202)
        expect(await looks(person, started.body.workflowId)).toEqual([200, 200])
      }
    })

    test('that failed and has no merchant is hidden from confined administrators, who cannot restart it', async () => {
      await app.admin.query(
        `select platform.note_given_up('gone:of-nobody', 'settlements.rollup', null, 1, 'x', now())`,
      )
      const { rows: work } = await app.admin.query(
        `select id from platform.given_up_work where workflow_id = 'gone:of-nobody'`,
      )
      const { id } = work[0]
      for (const person of Object.values(confined)) {
        expect((await done(person, 'GET', '/platform/workflows')).items).toEqual([])
        expect((await app.call(person, 'POST', `/platform/workflows/${id}/retry`)).status).toBe(404)
      }
      expect(
        (await done(chief, 'GET', '/platform/workflows')).items.map((item: { id: string }) => item.id),
      ).toContain(id)
    })
  })

  test('a rollup stops at other merchants when its administrator is confined meanwhile', async () => {
    const { world } = app
    const admin = await world.platformAdmin()
    const may = async (merchantId: string) =>
      (await app.admin.query('select reporting.may_still_roll_up($1, $2) as may', [admin.id, merchantId]))
        .rows[0].may
    expect([await may(own.merchantId), await may(foreign.store.merchantId)]).toEqual([true, true])
    await assign(admin.email)
    expect([await may(own.merchantId), await may(foreign.store.merchantId)]).toEqual([true, false])
    await world.loseLabels(admin.id)
    expect([await may(own.merchantId), await may(foreign.store.merchantId)]).toEqual([false, false])
  })

  test('audit entries without a merchant are only for administrators of all, except one’s own', async () => {
    const entries = async (as: Person) =>
      (await done(as, 'GET', '/platform/audit?limit=200')).items as {
        merchantId: string | null
        userId: string
      }[]
    const stranger = await app.world.operator()
    await app.call(stranger, 'DELETE', '/auth/sessions/current')
    expect((await entries(chief)).some(({ userId }) => userId === stranger.id)).toBe(true)
    for (const person of Object.values(confined))
      for (const { merchantId, userId } of await entries(person))
        expect(merchantId === null ? userId : merchantId).toBe(
          merchantId === null ? person.id : own.merchantId,
        )
  })
}
