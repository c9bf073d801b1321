import { ProblemError } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useFieldFaults } from './problem-words.ts'

await import('./refusal-texts.ts')

const fields = [{ path: '/owner/rfc', message: 'must match pattern "^[A-ZÑ&]{3,4}$"' }]

function Faults({ error }: { error: unknown }) {
  return JSON.stringify(useFieldFaults()(error))
}

const faultsOf = (error: unknown) =>
  JSON.parse(renderToStaticMarkup(<Faults error={error} />).replaceAll('&quot;', '"'))

const refusal = (code: string, errors?: unknown) => new ProblemError(422, { code, title: code, errors })

test.each([
  ['invalid_request', /^Revisa este dato/],
  ['weak_password', /^Esa contraseña es fácil/],
  ['duplicate_value', /^Ya hay otro registro/],
])('a field that %s refuses is explained in the reader’s language, never by the validator', (code, said) => {
  const faults = faultsOf(refusal(code, fields))
  expect(Object.keys(faults)).toEqual(['owner.rfc'])
  expect(faults['owner.rfc']).toMatch(said)
  expect(faults['owner.rfc']).not.toMatch(/pattern|must/)
})

test('what names no field marks none', () => {
  expect(faultsOf(refusal('forbidden'))).toEqual({})
  expect(faultsOf(new Error('broken'))).toEqual({})
})
