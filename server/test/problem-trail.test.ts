import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, route } from '../src/http/route.ts'
import { Problem } from '../src/problem/problem.ts'
import { type App, startApp } from './app.ts'
import { checkProblems } from './problem-trail.ts'

let app: App
beforeAll(async () => {
  app = await startApp({
    routes: () => [
      route({
        method: 'GET',
        path: '/refused',
        name: 'getRefused',
        summary: 'Refuses with a code that it does not declare',
        tag: 'operation',
        access: 'public',
        responses: { 200: null },
        problems: ['cart_empty'],
        handle: async ({ requestId }) => {
          if (requestId !== '') throw new Problem('cart_closed')
          return ok(undefined)
        },
      }),
    ],
  })
})
afterAll(() => app.close())

test('a test that saw an undeclared problem fails, even when it did not look at the answer', async () => {
  checkProblems()
  await app.call(undefined, 'GET', '/refused')
  expect(checkProblems).toThrow('GET /refused answered cart_closed, which it does not declare')
  expect(checkProblems).not.toThrow()
})

test('a problem that every route may answer needs no declaration', async () => {
  expect((await app.call(undefined, 'GET', '/nowhere')).status).toBe(404)
  expect(checkProblems).not.toThrow()
})
