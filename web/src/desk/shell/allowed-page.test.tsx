import { MantineProvider } from '@mantine/core'
import type { Profile, ProfileStore } from '@mostrador/client'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const nothingKept = { getItem: () => null, setItem: () => undefined }
vi.stubGlobal('sessionStorage', nothingKept)
vi.stubGlobal('localStorage', nothingKept)
afterAll(() => vi.unstubAllGlobals())
const { AllowedPage } = await import('./allowed-page.tsx')
const { MeContext } = await import('../../session/me/me.ts')

/** The page at this address for a person whose other store opens it, while this store with these pages is selected. */
async function drawnAt(path: string, key: string, pages: string[]) {
  const store = { storeId: 's1', pages } as Partial<ProfileStore> as ProfileStore
  const navigation = [{ group: 'MI_NEGOCIO' as const, items: [{ key, isAllowed: true, reason: null }] }]
  const me = { stores: [store], navigation } as Partial<Profile> as Profile
  const root = createRootRoute({
    component: () => (
      <MeContext value={me}>
        <AllowedPage />
      </MeContext>
    ),
  })
  const page = createRoute({ getParentRoute: () => root, path, component: () => 'the page' })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  await router.load()
  return renderToStaticMarkup(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
}

test('a page is closed while a store is selected where the role of the person does not open it', async () => {
  const closed = await drawnAt('/negocio/saldo', 'wallet', ['orders'])
  expect(closed).toContain('Tu puesto en la tienda no lo permite.')
  expect(closed).not.toContain('the page')
  expect(await drawnAt('/negocio/saldo', 'wallet', ['orders', 'wallet'])).toContain('the page')
})

test('a page about a whole merchant is open whichever store is selected', async () => {
  expect(await drawnAt('/negocio/llaves', 'apiKeys', ['orders'])).toContain('the page')
})
