import type { Profile } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../../session/me/me.ts')
const { useStoreBarred } = await import('./store-form.tsx')

const stores = [
  { storeId: 'led', scopes: ['POS_STORES_READ', 'POS_STORES_WRITE'] },
  { storeId: 'watched', scopes: ['POS_STORES_READ'] },
]

function Barred({ storeId }: { storeId: string }) {
  return useStoreBarred(storeId) ?? 'open'
}

const barredIn = (storeId: string) =>
  renderToStaticMarkup(
    <MeContext value={{ stores } as Partial<Profile> as Profile}>
      <Barred storeId={storeId} />
    </MeContext>,
  )

test('each store is changed by what the person may do in it, whichever is selected', () => {
  expect(barredIn('led')).toBe('open')
  expect(barredIn('watched')).toBe('Tu puesto en la tienda no lo permite.')
})
