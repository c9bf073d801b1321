import { MantineProvider } from '@mantine/core'
import { NoAnswer, ProblemError } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChangedFile } from '../api/chosen-file.ts'
import { useFieldFaults } from './problem-words.ts'
import { RefusedAlert } from './refused-alert.tsx'

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

function alertFor(error: unknown, names: readonly string[]): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <RefusedAlert error={error} fields={names} />
    </MantineProvider>,
  )
}

test('the alert of a form does not repeat what a field says, unless the form lacks the field', () => {
  expect(alertFor(refusal('duplicate_value', fields), ['owner.rfc'])).toMatch('Revisa los datos marcados.')
  expect(alertFor(refusal('duplicate_value', fields), ['name'])).toMatch('Ya hay otro registro')
  expect(alertFor(refusal('duplicate_value'), ['owner.rfc'])).toMatch('Ya hay otro registro')
})

test('what is too large for the server is no refusal without a reason', () => {
  expect(alertFor(refusal('body_too_large'), [])).toMatch('Es demasiado grande para enviarlo.')
})

test('what names no field marks none', () => {
  expect(faultsOf(refusal('forbidden'))).toEqual({})
  expect(faultsOf(new Error('broken'))).toEqual({})
})

test('an act without an answer may have been done, which its alert says unless repeating it does no harm', () => {
  const alert = (isRepeatable: boolean) =>
    renderToStaticMarkup(
      <MantineProvider>
        <RefusedAlert error={new NoAnswer('lost')} isRepeatable={isRepeatable} />
      </MantineProvider>,
    )
  expect(alert(false)).toContain('Puede haberse hecho: revisa la lista antes de repetirlo.')
  expect(alert(true)).toContain('Sin conexión con el servidor')
})

test('a file that has changed since it was chosen is to be chosen again, and is no matter of the network', () => {
  const alert = renderToStaticMarkup(
    <MantineProvider>
      <RefusedAlert error={new ChangedFile({})} />
    </MantineProvider>,
  )
  expect(alert).toContain('El archivo cambió. Elígelo otra vez.')
})
