import { Ajv } from 'ajv'
import fastJson, { type Schema } from 'fast-json-stringify'
import { expect, test } from 'vitest'
import { operation, ProblemDocument } from '../src/http/openapi.ts'
import { compileStrict, compileTextual } from '../src/http/validation.ts'
import { startProduct } from './app.ts'

interface Shapes {
  readonly params?: object
  readonly querystring?: object
  readonly headers?: object
  readonly body?: object
  readonly response: Readonly<Record<string, { readonly content?: unknown }>>
}

/** Checks schemas by the schema of schemas, which a server does not load. */
const judge = new Ajv({ strict: false })

test('every schema of every route is valid and can be compiled, although a server compiles them on demand', async () => {
  const { product, close } = await startProduct()
  try {
    expect(product.routes.length).toBeGreaterThan(200)
    for (const route of product.routes) {
      const where = `${route.method} ${route.path}`
      const { params, querystring, headers, body, response } = operation(route) as Shapes
      for (const shape of [params, querystring, headers].filter((each) => each !== undefined))
        expect(() => compileTextual(shape), where).not.toThrow()
      if (body !== undefined) expect(() => compileStrict(body), where).not.toThrow()
      for (const shape of [params, querystring, headers, body].filter((each) => each !== undefined))
        expect(judge.validateSchema(shape), `${where}: ${judge.errorsText()}`).toBe(true)
      for (const answer of Object.values(response).filter(({ content }) => content === undefined))
        expect(
          () => fastJson(answer as Schema, { schema: { Problem: ProblemDocument } }),
          where,
        ).not.toThrow()
    }
  } finally {
    await close()
  }
})
