import type { DrawerReport } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useDrawerLines } from './drawer-lines.ts'

const sold = { grossCentavos: 0, discountCentavos: 0, totalCentavos: 0, roundingCentavos: 0 }
const totals: DrawerReport['totals'] = {
  ...{ openingFloatCentavos: 50_000, pendingVasCashCentavos: 0, expectedCentavos: 50_000 },
  sales: { ...sold, count: 0, taxCentavos: 0, byMethod: [] },
  refunds: { count: 0, amountCentavos: 0, taxCentavos: 0, byMethod: [] },
  ...{ vas: [], taxes: [] },
  cash: { cashInCentavos: 0, cashOutCentavos: 0, dropCentavos: 0, noSaleCount: 0 },
}

/** The lines of a Z report, as `label: value`. */
function linesOf(closed: { closedBy: string; closedByName: string }): string[] {
  const lines: string[] = []
  const Report = () => {
    const shift = { accountId: 'a1', cashierName: 'Ana', ...closed }
    const times = { openedAt: '2026-11-21T10:00:00Z', closedAt: '2026-11-21T18:00:00Z' }
    lines.push(
      ...useDrawerLines()({ ...shift, ...times }, totals).map((line) => JSON.stringify(Object.values(line))),
    )
    return null
  }
  renderToStaticMarkup(<Report />)
  return lines
}

test('a Z report names who closed the shift, if that was not its cashier', () => {
  expect(linesOf({ closedBy: 'a2', closedByName: 'Beto' })).toContain('["Cerró","Beto"]')
  expect(linesOf({ closedBy: 'a1', closedByName: 'Ana' }).join()).not.toContain('Cerró')
})
