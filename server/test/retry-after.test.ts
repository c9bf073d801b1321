import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route } from '../src/http/route.ts'
import { Problem } from '../src/problem/problem.ts'
import { type ProblemCode, problems } from '../src/problem/problems.ts'
import { type App, startApp, startProduct } from './app.ts'

const codes = Object.keys(problems) as ProblemCode[]
const unavailable = codes.filter((code) => problems[code].status === 503)

describe('every 503 of the API has Retry-After', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp({
      routes: () =>
        codes.map((code) =>
          route({
            method: 'GET',
            path: `/refused/${code}`,
            name: code,
            summary: 'Refused',
            tag: 'operation',
            access: 'public',
            responses: { 200: null },
            problems: [code],
            handle: async () => {
              throw new Problem(code)
            },
          }),
        ),
    })
  })
  afterAll(() => app.close())

  test('there are some', () => expect(unavailable.length).toBeGreaterThan(2))

  test.each(unavailable)('%s', async (code) => {
    const { status, headers, body } = await app.call(undefined, 'GET', `/refused/${code}`)
    expect({ status, code: body.code }).toEqual({ status: 503, code })
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })

  test('other refusals have it only if waiting helps', async () => {
    expect((await app.call(undefined, 'GET', '/refused/forbidden')).headers.get('retry-after')).toBeNull()
  })
})

describe('while VAS_AGGREGATOR_MODE is unset', () => {
  let app: App
  beforeAll(async () => {
    app = await startProduct()
  })
  afterAll(() => app.close())

  test('POST /vas/admin/catalog/sync answers 503 itself, to permitted callers, and queues nothing', async () => {
    const operator = await app.world.operator()
    const answer = await app.call(operator, 'POST', '/vas/admin/catalog/sync')
    expect(answer).toMatchObject({ status: 503, body: { code: 'aggregator_unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('30')
    const { rows: work } = await app.admin.query(
      `select 1 from dbos.workflow_status where name = 'vas.catalog.sync'`,
    )
    expect(work).toEqual([])
    const { rows: audit } = await app.admin.query(
      `select 1 from audit.log where action = 'vas.catalog.sync_requested'`,
    )
    expect(audit).toEqual([])
    const { manager } = await app.world.store()
    expect((await app.call(manager, 'POST', '/vas/admin/catalog/sync')).status).toBe(403)
    expect((await app.call(undefined, 'POST', '/vas/admin/catalog/sync')).status).toBe(401)
  })
})
