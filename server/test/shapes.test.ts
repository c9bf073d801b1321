import { Ajv } from 'ajv'
import fastJson, { type Schema } from 'fast-json-stringify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operation, ProblemDocument } from '../src/http/openapi.ts'
import { compileStrict, compileTextual } from '../src/http/validation.ts'
import { type RunningProduct, startProduct } from './app.ts'

interface Shapes {
  readonly params?: object
  readonly querystring?: object
  readonly headers?: object
  readonly body?: object
  readonly response: Readonly<Record<string, { readonly content?: unknown }>>
}

let app: RunningProduct
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.close())

/** Checks schemas by the schema of schemas, which a server does not load. */
const judge = new Ajv({ strict: false })

test('every schema of every route is valid and can be compiled, although a server compiles them on demand', async () => {
  expect(app.product.routes.length).toBeGreaterThan(200)
  for (const route of app.product.routes) {
    const where = `${route.method} ${route.path}`
    const { params, querystring, headers, body, response } = operation(route) as Shapes
    for (const shape of [params, querystring, headers].filter((each) => each !== undefined))
      expect(() => compileTextual(shape), where).not.toThrow()
    if (body !== undefined) expect(() => compileStrict(body), where).not.toThrow()
    for (const shape of [params, querystring, headers, body].filter((each) => each !== undefined))
      expect(judge.validateSchema(shape), `${where}: ${judge.errorsText()}`).toBe(true)
    for (const answer of Object.values(response).filter(({ content }) => content === undefined))
      expect(() => fastJson(answer as Schema, { schema: { Problem: ProblemDocument } }), where).not.toThrow()
  }
})

test('every integer of a request has a maximum or is one of a list, because PostgreSQL does not take every one', () => {
  const unbounded: string[] = []
  let found = 0
  const look = (shape: unknown, at: string): void => {
    if (typeof shape !== 'object' || shape === null) return
    if ('type' in shape && shape.type === 'integer') {
      found += 1
      if (!('maximum' in shape || 'enum' in shape)) unbounded.push(at)
    }
    for (const [key, each] of Object.entries(shape)) look(each, `${at}/${key}`)
  }
  for (const route of app.product.routes) {
    const { params, querystring, headers, body } = operation(route) as Shapes
    look({ params, querystring, headers, body }, route.name)
  }
  expect(unbounded).toEqual([])
  expect(found).toBeGreaterThan(100)
})
