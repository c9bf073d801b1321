import { expect, test } from 'vitest'
import { expectedVersions, unlessKnown } from './conditional.ts'
import { ok } from './route.ts'

const answer = (known?: string) => unlessKnown({ 'if-none-match': known }, 'v1', () => ok('whole'))

test.each([
  ['"v1"'],
  ['W/"v1"'],
  ['"v0", W/"v1"'],
  ['*'],
])('a caller who sends If-None-Match: %s has the version', async (known) => {
  expect(await answer(known)).toEqual({
    status: 304,
    headers: { etag: '"v1"', 'cache-control': 'private, no-cache' },
  })
})

test.each([[undefined], [''], ['"v10"'], ['v0,"v"']])('one who sends %s gets the answer', async (known) => {
  expect(await answer(known)).toEqual({
    status: 200,
    body: 'whole',
    headers: { etag: '"v1"', 'cache-control': 'private, no-cache' },
  })
})

test.each([
  ['"v1"', ['v1']],
  ['W/"v1", "v2"', ['v1', 'v2']],
  ['*', undefined],
  [undefined, undefined],
])('If-Match: %s limits a change to %j', (header, versions) => {
  expect(expectedVersions({ 'if-match': header })).toEqual(versions)
})
