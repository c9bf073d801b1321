import { MantineProvider } from '@mantine/core'
import type { CashMovement, Drawer } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { RecordTable } from '../../../ui/lists/record-table.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())
const { Movements } = await import('./shift-drawer.tsx')
const { useColumns } = await import('./shifts-page.tsx')
const { cashMovementsQuery } = await import('./queries.ts')

const moved = (id: string, reason: string, accountId: string, personName: string): CashMovement => ({
  ...{ id, storeId: 's1', shiftId: 't1', kind: 'CASH_OUT', amountCentavos: 3_000, reason, vasSaleId: null },
  ...{ accountId, personName, createdAt: '2026-11-21T10:00:00Z' },
})

test('cash that somebody else took out of a drawer has that person’s name', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(cashMovementsQuery('s1', 't1').queryKey, [
    moved('m1', 'Hielo', 'a1', 'Ana'),
    moved('m2', 'Propina', 'a2', 'Beto'),
  ])
  const shown = renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <Movements shift={{ id: 't1', storeId: 's1', accountId: 'a1' }} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(shown).toMatch(/Propina.*Beto/s)
  expect(shown).not.toContain('Ana')
})

const drawer: Drawer = {
  ...{
    id: 't1',
    storeId: 's1',
    storeName: 'Centro',
    membershipId: 'e1',
    accountId: 'a1',
    cashierName: 'Ana',
  },
  ...{ terminalName: 'Caja 1', openingFloatCentavos: 50_000, status: 'CLOSED', reportId: 'r1', folio: 'Z-1' },
  ...{ openedAt: '2026-11-21T10:00:00Z', closedAt: '2026-11-21T18:00:00Z', closedBy: 'a2' },
  ...{ closedByName: 'Beto', expectedCentavos: 50_000, countedCentavos: 40_000, differenceCentavos: -10_000 },
  differenceReason: 'No cuadró',
}

function List({ drawers }: { drawers: Drawer[] }) {
  return (
    <RecordTable columns={useColumns(false)} records={drawers} idOf={({ id }) => id} onOpen={undefined} />
  )
}

test('the list of shifts names who closed one, if that was not its cashier', () => {
  const drawn = (more: Partial<Drawer> = {}) =>
    renderToStaticMarkup(
      <MantineProvider env="test">
        <List drawers={[{ ...drawer, ...more }]} />
      </MantineProvider>,
    )
  expect(drawn()).toMatch(/<td[^>]*data-label="Cerró"[^>]*>Beto</)
  expect(drawn({ closedBy: 'a1', closedByName: 'Ana' })).toMatch(/<td[^>]*data-label="Cerró"[^>]*data-absent/)
})
