import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Refusal } from './refusal.tsx'

await import('../../../problems/refusal-texts.ts')

const drawn = (document: Readonly<Record<string, unknown>>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Refusal document={document} error={null} />
    </MantineProvider>,
  )

test.each([
  [{ code: 'merchant_suspended', status: 403 }, 'El comercio está suspendido.'],
  [{ code: 'body_too_large', status: 413 }, 'El archivo es demasiado grande: hasta 10 MB'],
  [{ code: 'permission_missing', status: 403 }, 'Tu puesto cambió mientras se importaba'],
  [
    { code: 'chip_rows_invalid', status: 422, rows: [{ row: 2, column: 'A', code: 'iccid_missing' }] },
    'Falta el ICCID.',
  ],
])('the problem of a run that has ended is worded like that of a request: $code', (document, said) => {
  expect(drawn(document)).toContain(said)
})

test('a file of which the server lists the first faults only, or none any more, has all of them', () => {
  const many = { code: 'chip_rows_invalid', status: 422, faultCount: 5_000 }
  const listed = drawn({ ...many, rows: [{ row: 2, column: 'A', code: 'iccid_missing' }] })
  expect(listed).toContain('5000 fallas en el archivo')
  expect(listed).toContain('y 4999 más')
  expect(drawn(many)).toContain('Revisa el archivo otra vez para verlas.')
})
