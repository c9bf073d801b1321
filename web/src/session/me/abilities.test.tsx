import type { Profile, ProfileStore } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('./me.ts')
const { useMissingPageIn, useMissingScopeIn } = await import('./abilities.ts')

const stores = [
  { storeId: 'led', scopes: ['POS_STORES_READ', 'POS_STORES_WRITE'] },
  { storeId: 'watched', scopes: ['POS_STORES_READ'] },
]

function Missing({ storeId }: { storeId: string }) {
  return useMissingScopeIn(storeId, 'POS_STORES_WRITE') ?? 'nothing'
}

const missingIn = (storeId: string) =>
  renderToStaticMarkup(
    <MeContext value={{ stores } as Partial<Profile> as Profile}>
      <Missing storeId={storeId} />
    </MeContext>,
  )

test('a store can be changed with a role in that store, whichever store is selected', () => {
  expect(missingIn('led')).toBe('nothing')
  expect(missingIn('watched')).toBe('Tu puesto en la tienda no lo permite.')
})

test('a page that is open for one store is not open for another where the role is lower', () => {
  const me = { navigation: [{ items: [{ key: 'reports', isAllowed: true, reason: null }] }] }
  const Page = ({ pages }: Pick<ProfileStore, 'pages'>) =>
    useMissingPageIn({ pages } as Partial<ProfileStore> as ProfileStore, 'reports') ?? 'nothing'
  const missing = (pages: string[]) =>
    renderToStaticMarkup(
      <MeContext value={me as Partial<Profile> as Profile}>
        <Page pages={pages} />
      </MeContext>,
    )
  expect(missing(['orders', 'reports'])).toBe('nothing')
  expect(missing(['orders'])).toBe('Tu puesto en la tienda no lo permite.')
})
