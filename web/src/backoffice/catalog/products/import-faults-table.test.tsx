import { MantineProvider } from '@mantine/core'
import { ProblemError } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImportFaults } from './import-faults-table.tsx'

await import('../../../problems/refusal-texts.ts')

const drawn = (code: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ImportFaults error={new ProblemError(413, { code })} />
    </MantineProvider>,
  )

test.each([
  ['body_too_large', 'El archivo pesa más de 10 MB.'],
  ['workbook_too_large', 'hasta 20,000 productos y 10 MB.'],
])('a file that the server refuses with %s says how large one may be', (code, said) => {
  expect(drawn(code)).toContain(said)
})
