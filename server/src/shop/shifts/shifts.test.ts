import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let team: Record<'manager' | 'supervisor' | 'cashier' | 'other', Member>

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  team = {
    ...(await app.world.team(store)),
    other: await app.world.member(store, 'cashier'),
  }
})

const absentId = '01890000-0000-7000-8000-000000000000'
const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
const open = (person: Person | undefined, order: object = {}) =>
  app.call(person, 'POST', '/pos/shifts', { openingFloatCentavos: 50_000, ...order })
const opened = async (person: Person, order: object = {}): Promise<{ id: string }> => {
  const answer = await open(person, order)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const closeStore = () => app.call(team.manager, 'PATCH', `/pos/stores/${store.id}`, { status: 'CLOSED' })
const move = (person: Person | undefined, id: string, order: object = {}, key?: string) =>
  app.call(
    person,
    'POST',
    `/pos/shifts/${id}/cash_movements`,
    { kind: 'CASH_OUT', amountCentavos: 2_000, reason: 'Hielo', ...order },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const close = (person: Person | undefined, id: string, count: object = {}, key?: string) =>
  app.call(
    person,
    'POST',
    `/pos/shifts/${id}/close`,
    { denominations: { 50000: 1 }, ...count },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const report = (person: Person | undefined, id: string) => app.call(person, 'GET', `/pos/shifts/${id}/report`)
const current = (person: Person) => app.call(person, 'GET', '/pos/shifts/current')
const terminal = async (name = 'Caja 1', of = store): Promise<string> =>
  (await app.call(of.manager, 'POST', '/pos/terminals', { storeId: of.id, name })).body.id
const list = async (person: Person, collection: string) =>
  (await app.call(person, 'GET', `/pos/${collection}?storeId=${store.id}`)).body.items as { id: string }[]

describe('a shift', () => {
  test('is opened with a float at a terminal, and is then the current one', async () => {
    const terminalId = await terminal()
    expect((await current(team.cashier)).body).toEqual({ shift: null })
    const answer = await open(team.cashier, { storeId: store.id, terminalId })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      storeId: store.id,
      membershipId: team.cashier.membershipId,
      accountId: team.cashier.id,
      cashierName: team.cashier.name,
      terminalId,
      openingFloatCentavos: 50_000,
      status: 'OPEN',
      closedAt: null,
      closedBy: null,
    })
    expect(answer.headers.get('location')).toBe(`/pos/shifts/${answer.body.id}`)
    expect((await current(team.cashier)).body).toEqual({ shift: answer.body })
    expect((await current(team.other)).body).toEqual({ shift: null })
    expect((await app.call(team.cashier, 'GET', `/pos/shifts/${answer.body.id}`)).body).toEqual(answer.body)
  })

  test('is limited to one at a time per member and per terminal', async () => {
    const terminalId = await terminal()
    const { id } = await opened(team.cashier, { terminalId })
    expect((await open(team.cashier)).body).toMatchObject({ status: 409, code: 'shift_open', shiftId: id })
    expect((await open(team.other, { terminalId })).body).toMatchObject({
      status: 409,
      code: 'terminal_in_use',
    })
    expect((await close(team.cashier, id)).status).toBe(201)
    await opened(team.other, { terminalId })
    await opened(team.cashier)
  })

  test('opened by twelve concurrent requests is opened once, per member and per terminal', async () => {
    const terminalId = await terminal()
    const byOne = await Promise.all(Array.from({ length: 12 }, () => open(team.cashier)))
    expect(byOne.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(byOne.filter(({ body }) => body.code === 'shift_open')).toHaveLength(11)
    const others = [team.manager, team.supervisor, team.other]
    const byMany = await Promise.all(others.map((person) => open(person, { terminalId })))
    expect(byMany.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(byMany.filter(({ body }) => body.code === 'terminal_in_use')).toHaveLength(2)
  })

  test('is opened once per idempotency key', async () => {
    const key = { 'idempotency-key': 'open-shift-1' }
    const body = { openingFloatCentavos: 100 }
    const first = await app.call(team.cashier, 'POST', '/pos/shifts', body, key)
    const again = await app.call(team.cashier, 'POST', '/pos/shifts', body, key)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await app.call(team.cashier, 'POST', '/pos/shifts', { openingFloatCentavos: 101 }, key)
    expect(other.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  })

  test('cannot be opened at an absent or disabled terminal or one of another store', async () => {
    const elsewhere = await app.world.store({ id: store.merchantId, owner: store.manager })
    const disabled = await terminal('Caja 2')
    await app.call(team.manager, 'PATCH', `/pos/terminals/${disabled}`, { status: 'DISABLED' })
    const absent = await open(team.cashier, { terminalId: absentId })
    expect(absent.body).toMatchObject({ status: 404, code: 'not_found' })
    expect(bare(await open(team.cashier, { terminalId: await terminal('x', elsewhere) }))).toBe(bare(absent))
    expect((await open(team.cashier, { terminalId: disabled })).body).toMatchObject({
      status: 409,
      code: 'terminal_disabled',
    })
  })

  test('cannot be opened in a closed store, nor by guests, strangers or the platform', async () => {
    const strangers = [
      await app.world.person(),
      await app.world.operator(),
      (await app.world.store()).manager,
    ]
    for (const person of strangers)
      expect((await open(person, { storeId: store.id })).body).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    expect((await open(undefined)).status).toBe(401)
    expect((await closeStore()).status).toBe(200)
    expect((await open(team.cashier)).body).toMatchObject({ status: 409, code: 'invalid_transition' })
  })

  test('keeps its store from closing until it is closed itself', async () => {
    const { id } = await opened(team.cashier)
    expect((await closeStore()).body).toMatchObject({ status: 409, code: 'shifts_open', shiftId: id })
    expect((await app.call(team.manager, 'GET', `/pos/stores/${store.id}`)).body.status).toBe('ACTIVE')
    expect((await close(team.cashier, id)).status).toBe(201)
    expect((await closeStore()).status).toBe(200)
  })

  test('and the closing of its store at the same moment are never both done', async () => {
    for (let round = 0; round < 8; round++) {
      const [shift, closing] = await Promise.all([open(team.cashier), closeStore()])
      expect([shift.status, closing.status]).toEqual(shift.status === 201 ? [201, 409] : [409, 200])
      if (shift.status === 201) await close(team.cashier, shift.body.id)
      await app.call(team.manager, 'PATCH', `/pos/stores/${store.id}`, { status: 'ACTIVE' })
    }
  })

  test.each([
    [{ openingFloatCentavos: -1 }, '/openingFloatCentavos'],
    [{ openingFloatCentavos: 1.5 }, '/openingFloatCentavos'],
    [{ terminalId: 'x' }, '/terminalId'],
    [{ status: 'CLOSED' }, '/status'],
  ])('opened with %j is refused for its %s', async (order, path) => {
    const answer = await open(team.cashier, order)
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
  })
})

describe('cash', () => {
  test('goes in and out, and the report shows it', async () => {
    const { id } = await opened(team.cashier)
    const made = await move(team.cashier, id, { kind: 'CASH_IN', amountCentavos: 10_000, reason: 'Cambio' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      shiftId: id,
      kind: 'CASH_IN',
      amountCentavos: 10_000,
      reason: 'Cambio',
      accountId: team.cashier.id,
    })
    await move(team.cashier, id)
    await move(team.supervisor, id, { kind: 'DROP', amountCentavos: 30_000, reason: 'A la caja fuerte' })
    const { body } = await report(team.cashier, id)
    expect(body.closing).toBeNull()
    expect(body.totals).toMatchObject({
      openingFloatCentavos: 50_000,
      cash: { cashInCentavos: 10_000, cashOutCentavos: 2_000, dropCentavos: 30_000 },
      expectedCentavos: 28_000,
    })
    expect(await list(team.cashier, 'cash_movements')).toHaveLength(3)
  })

  test('is moved once per idempotency key', async () => {
    const { id } = await opened(team.cashier)
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(team.cashier, id, {}, 'ice-0001')))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await report(team.cashier, id)).body.totals.expectedCentavos).toBe(48_000)
  })

  test.each([
    [{ amountCentavos: 0 }, '/amountCentavos'],
    [{ kind: 'SALE' }, '/kind'],
    [{ reason: '   ' }, '/reason'],
  ])('moved by %j is refused for its %s', async (order, path) => {
    const { id } = await opened(team.cashier)
    const answer = await move(team.cashier, id, order)
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
  })
})

describe('the close', () => {
  test('records the expected and the counted cash, and why they differ', async () => {
    const { id } = await opened(team.cashier)
    const short = { denominations: { 20000: 2, 5000: 1, 500: 8 } }
    const refused = await close(team.cashier, id, short)
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'difference_reason_required',
      expectedCentavos: 50_000,
      countedCentavos: 49_000,
      differenceCentavos: -1_000,
    })
    expect((await current(team.cashier)).body.shift.id).toBe(id)
    const answer = await close(team.cashier, id, { ...short, differenceReason: 'Cambio mal dado' })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      shiftId: id,
      folio: 'Z-000001',
      expectedCentavos: 50_000,
      countedCentavos: 49_000,
      differenceCentavos: -1_000,
      differenceReason: 'Cambio mal dado',
      denominations: short.denominations,
      totals: { expectedCentavos: 50_000 },
    })
    const [stored] = await list(team.cashier, 'shift_reports')
    expect(stored).toEqual(answer.body)
    const { body } = await report(team.cashier, id)
    expect(body).toMatchObject({
      shift: { status: 'CLOSED', closedBy: team.cashier.id },
      totals: answer.body.totals,
      closing: { reportId: answer.body.id, folio: 'Z-000001', countedCentavos: 49_000 },
    })
    expect((await current(team.cashier)).body).toEqual({ shift: null })
  })

  test('stores no reason without a difference, and its folios have no gaps', async () => {
    for (const folio of ['Z-000001', 'Z-000002']) {
      const { id } = await opened(team.cashier)
      expect((await close(team.cashier, id, { denominations: { 20000: 1 } })).status).toBe(422)
      const answer = await close(team.cashier, id, { differenceReason: 'Ninguna' })
      expect(answer.body).toMatchObject({ folio, differenceCentavos: 0, differenceReason: null })
    }
  })

  test('is final: nothing more is accepted, and it cannot be closed again', async () => {
    const { id } = await opened(team.cashier)
    const first = await close(team.cashier, id, {}, 'close-0001')
    expect(first.status).toBe(201)
    for (const answer of [await move(team.cashier, id), await close(team.manager, id)])
      expect(answer.body).toMatchObject({ status: 409, code: 'shift_closed' })
    const again = await close(team.cashier, id, {}, 'close-0001')
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('requested concurrently happens once', async () => {
    const { id } = await opened(team.cashier)
    const answers = await Promise.all(
      [team.cashier, team.manager, team.supervisor, team.cashier].map((person) => close(person, id)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'shift_closed')).toHaveLength(3)
  })

  test('concurrent with a cash movement includes it in the report, or refuses it', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await opened(team.cashier)
      const [closed, ...moved] = await Promise.all([
        close(team.manager, id, { differenceReason: 'Carrera' }),
        ...Array.from({ length: 4 }, () => move(team.cashier, id)),
      ])
      const taken = moved.filter(({ status }) => status === 201).length
      expect(moved.filter(({ body }) => body.code === 'shift_closed')).toHaveLength(4 - taken)
      expect(closed?.body.expectedCentavos, closed?.text).toBe(50_000 - taken * 2_000)
    }
  })

  test('of another person’s shift by a manager is audited', async () => {
    const { id } = await opened(team.cashier)
    expect((await close(team.supervisor, id)).status).toBe(201)
    const { rows } = await app.admin.query(
      `select user_id, after from audit.log where entity_id = $1 and action = 'shift.closed'`,
      [id],
    )
    expect(rows).toMatchObject([
      { user_id: team.supervisor.id, after: { ofAccountId: team.cashier.id, folio: 'Z-000001' } },
    ])
  })

  test.each([
    [{ denominations: { 300: 1 } }, '/denominations/300'],
    [{ denominations: { 50000: -1 } }, '/denominations/50000'],
    [{ denominations: { 50000: 1.5 } }, '/denominations/50000'],
    [{ denominations: { 50000: 1 }, differenceReason: '' }, '/differenceReason'],
  ])('with %j is refused for its %s', async (count, path) => {
    const { id } = await opened(team.cashier)
    const answer = await close(team.cashier, id, count)
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
  })
})

describe('who may read and change a shift', () => {
  test('cashiers their own, supervisors and managers every one of the store', async () => {
    const { id } = await opened(team.cashier)
    await move(team.cashier, id)
    for (const person of [team.cashier, team.supervisor, team.manager]) {
      expect(await list(person, 'shifts')).toHaveLength(1)
      expect(await list(person, 'cash_movements')).toHaveLength(1)
      expect((await report(person, id)).status).toBe(200)
    }
    for (const person of [team.cashier, team.supervisor, team.manager])
      expect((await move(person, id)).status).toBe(201)
    await close(team.manager, id, { denominations: {}, differenceReason: 'Vacía' })
    for (const person of [team.cashier, team.supervisor, team.manager])
      expect(await list(person, 'shift_reports')).toHaveLength(1)
    for (const collection of ['shifts', 'cash_movements', 'shift_reports'])
      expect(await list(team.other, collection), collection).toEqual([])
  })

  test('everybody else gets the same answer as for one that does not exist', async () => {
    const { id } = await opened(team.cashier)
    const elsewhere = await app.world.store({ id: store.merchantId, owner: store.manager })
    const people = {
      otherCashier: team.other,
      otherStore: await app.world.member(elsewhere, 'supervisor'),
      otherMerchant: (await app.world.store()).manager,
    }
    for (const [name, person] of Object.entries(people)) {
      for (const act of [move, close, report]) {
        const [real, absent] = [await act(person, id), await act(person, absentId)]
        expect([name, real.status, bare(real)]).toEqual([name, 404, bare(absent)])
      }
    }
    for (const person of [await app.world.person(), await app.world.operator()]) {
      expect((await move(person, id)).status).toBe(403)
      expect((await close(person, id)).status).toBe(403)
      expect((await report(person, id)).status).toBe(404)
    }
    for (const act of [move, close, report]) expect((await act(undefined, id)).status).toBe(401)
  })

  test('a dismissed member loses the shift, and a manager closes it', async () => {
    const { id } = await opened(team.cashier)
    await app.world.endMembership(team.cashier.membershipId)
    expect((await close(team.cashier, id)).status).toBe(403)
    expect((await close(team.manager, id)).status).toBe(201)
  })
})
