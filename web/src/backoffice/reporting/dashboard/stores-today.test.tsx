import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { ByStore } = await import('./stores-today.tsx')

const store = (no: number) => ({
  storeId: `s${no}`,
  name: `Tienda ${no}`,
  orderCount: 1,
  lastWeekOrderCount: 0,
  totalCentavos: 1_000,
  lastWeekTotalCentavos: 0,
  vasAmountCentavos: 0,
  lastWeekVasAmountCentavos: 0,
})

test('the panel of stores says how many there are when it shows only the first', () => {
  const stores = Array.from({ length: 20 }, (_, no) => store(no))
  const drawn = (storeCount: number) =>
    renderToStaticMarkup(
      <MantineProvider>
        <ByStore stores={stores} storeCount={storeCount} />
      </MantineProvider>,
    )
  expect(drawn(34)).toContain('Las 20 de 34 tiendas que más vendieron.')
  expect(drawn(20)).not.toContain('que más vendieron')
})
