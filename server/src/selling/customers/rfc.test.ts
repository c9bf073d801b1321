import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertRfc, rfcFault, rfcPattern } from './rfc.ts'

// Its types declare a default export; in Node the import is the function itself.
const require = createRequire(import.meta.url)
const library: (rfc: string) => { readonly errors?: readonly string[] } = require('validate-rfc')
const errorsOf = (rfc: string) => library(rfc).errors ?? []

const shape = new RegExp(rfcPattern)
const isAccepted = (rfc: string) => shape.test(rfc) && rfcFault(rfc) === undefined

const letters = [...'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ&']
const digits = [...'0123456789']
const text = (signs: readonly string[], length: number) =>
  fc.array(fc.constantFrom(...signs), { minLength: length, maxLength: length }).map((each) => each.join(''))
const two = (max: number) => fc.integer({ min: 0, max }).map((each) => String(each).padStart(2, '0'))

/** Nearly valid: names, dates and characters are well-formed, and the check digit is seldom right. */
const nearly = fc
  .tuple(
    fc.constantFrom(3, 4).chain((length) => text(letters, length)),
    two(99),
    two(13),
    // The library accepts the 31st of September; such dates are tested further below.
    two(28),
    text([...letters.filter((each) => !'Ñ&'.includes(each)), ...digits], 2),
    text([...digits, 'A'], 1),
  )
  .map((parts) => parts.join(''))

test('well-formed RFCs are judged like an independent library does', () => {
  let accepted = 0
  fc.assert(
    fc.property(nearly, (rfc) => {
      // Words that the registry never issues are known to the library but are not checked here.
      expect(isAccepted(rfc)).toBe(errorsOf(rfc).every((error) => error === 'FORBIDDEN_WORD'))
      if (isAccepted(rfc)) accepted++
    }),
    { numRuns: 5_000 },
  )
  expect(accepted).toBeGreaterThan(50)
})

test.each(['EKU9003173C9', 'XAXX010101000', 'XEXX010101000', 'GODE561231GR8'])('%s is an RFC', (rfc) => {
  expect(isAccepted(rfc)).toBe(true)
})

test.each([
  'EKU9003173C8',
  'EKU9013323C9',
  'AAY510931KO1',
  'EKU9002303C4',
  'eku9003173c9',
  'EKU9003173C',
  'EKU9003173C99',
  'E U9003173C9',
  'EKU900317',
  '',
])('%j is none', (rfc) => {
  expect(isAccepted(rfc)).toBe(false)
})

test('the fault of an RFC is told in words', async () => {
  const id = 'a'
  for (const rfc of ['EKU9003173C9', null, undefined])
    await expect(assertRfc(undefined, { id, rfc })).resolves.toBe(undefined)
  for (const [rfc, message] of [
    ['EKU9013323C9', 'contains a date that does not exist'],
    ['EKU9003173C8', 'has a wrong check digit: one of its characters is mistyped'],
  ])
    await expect(assertRfc(undefined, { id, rfc })).rejects.toMatchObject({
      code: 'invalid_request',
      options: { errors: [{ path: '/rfc', message }] },
    })
})

test.each([
  ['XEXX010101000', undefined],
  // 2000 and 2004 were leap years; 2001 was none. No month has thirty-two days.
  ['EKU0002293C9', 'check digit'],
  ['EKU0402293C9', 'check digit'],
  ['EKU0102293C9', 'date'],
  ['EKU0101323C9', 'date'],
])('the fault of %s is %s', (rfc, fault) => {
  expect(rfcFault(rfc)).toBe(fault)
})
