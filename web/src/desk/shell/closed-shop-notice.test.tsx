import { MantineProvider } from '@mantine/core'
import type { Profile } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../session/me/me.ts')
const { ClosedShopNotice } = await import('./closed-shop-notice.tsx')

type Status = Profile['merchants'][number]['status']

/** What a person with merchants in these states is told. */
function told(...states: Status[]) {
  const merchants = states.map((status) => ({ id: status, name: `Abarrotes ${status}`, status }))
  return renderToStaticMarkup(
    <MeContext value={{ merchants } as Partial<Profile> as Profile}>
      <MantineProvider>
        <ClosedShopNotice />
      </MantineProvider>
    </MeContext>,
  )
}

test('a person whose other merchant is open is told only that the stores of the suspended one are missing', () => {
  const notice = told('ACTIVE', 'SUSPENDED', 'CLOSED')
  expect(notice).toContain('Abarrotes SUSPENDED está suspendido. Sus tiendas no aparecen mientras tanto.')
  expect(notice).not.toContain('No se puede vender')
  expect(notice).not.toContain('Abarrotes CLOSED')
})

test('a person without an open merchant is told that nothing can be sold', () => {
  const notice = told('SUSPENDED', 'CLOSED')
  expect(notice).toContain('Abarrotes SUSPENDED está suspendido. No se puede vender ni consultar')
  expect(notice).toContain('Abarrotes CLOSED está cerrado. No se puede vender ni consultar')
})
