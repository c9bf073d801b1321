import { MantineProvider } from '@mantine/core'
import type { RestoredAct } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActTable } from './act-table.tsx'

const act: RestoredAct = {
  id: 'a',
  at: '2026-11-22T18:00:00Z',
  action: 'settlement.paid',
  status: 'TO_REPEAT',
  personName: 'Ada',
  subjectName: '0198c0de-0000-7000-8000-00000000000a',
  merchantName: 'Abarrotes Lupita',
  storeName: null,
  before: null,
  after: { status: 'PAID', amountCentavos: 30_000, claveRastreo: 'PAGADA000001' },
  problem: null,
  decidedAt: null,
}
const drawn = (shown: RestoredAct) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ActTable acts={[shown]} label="Actos" />
    </MantineProvider>,
  )

test('a payout is to be looked for at the bank, by its amount, key and id, and not to be sent again', () => {
  const row = drawn(act)
  expect(row).toContain('Revísala en el banco')
  expect(row).not.toContain('Hay que repetirlo')
  expect(row).toContain('$300.00 · clave de rastreo PAGADA000001')
  expect(row).toContain('0198c0de-0000-7000-8000-00000000000a · Abarrotes Lupita')
})

test('any other act that only people can do again says so', () => {
  const row = drawn({ ...act, action: 'terminal.created', subjectName: 'Caja 2', after: null })
  expect(row).toContain('Hay que repetirlo')
  expect(row).not.toContain('Revísala en el banco')
})
