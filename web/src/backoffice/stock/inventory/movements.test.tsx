import { MantineProvider } from '@mantine/core'
import type { StockMovement } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { RecordTable } from '../../../ui/lists/record-table.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())
const { useColumns } = await import('./movements.tsx')

const movement: StockMovement = {
  ...{ id: 'm1', storeId: 's1', variantId: 'v1', kind: 'WASTE', quantity: -2, onHandAfter: 5 },
  ...{ unitCostCentavos: null, reason: 'Se rompieron', documentId: 'd1', membershipId: 'e1' },
  ...{ accountId: 'a1', personName: 'Beto', createdAt: '2026-11-21T10:00:00Z' },
}

function List({ records }: { records: StockMovement[] }) {
  return (
    <RecordTable columns={useColumns(new Map())} records={records} idOf={({ id }) => id} onOpen={undefined} />
  )
}
const drawn = (more: Partial<StockMovement> = {}) =>
  renderToStaticMarkup(
    <MantineProvider env="test">
      <List records={[{ ...movement, ...more }]} />
    </MantineProvider>,
  )

test('a stock movement names who made it, also in a card on a phone', () => {
  expect(drawn()).toMatch(/<td[^>]*data-label="Persona"[^>]*>Beto</)
  expect(drawn({ accountId: null, personName: null })).toMatch(/<td[^>]*data-label="Persona"[^>]*data-absent/)
})
