import type { Profile, ProfileStore } from '@mostrador/client'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { formatDateTime } from '../../ui/format/dates.ts'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const nothingKept = { getItem: () => null, setItem: () => undefined }
vi.stubGlobal('sessionStorage', nothingKept)
vi.stubGlobal('localStorage', nothingKept)
afterAll(() => vi.unstubAllGlobals())
const { useStoreClock } = await import('./store-clock.ts')
const { MeContext } = await import('../../session/me/me.ts')

const sale = '2026-11-22T07:30:00Z'
const onDevice = formatDateTime(sale)

function Frame() {
  useStoreClock()
  return <Outlet />
}

/** A desk at this address, with a page that shows the time of a sale. */
async function drawnAt(path: string, timeZone: string) {
  const store = { storeId: 's1', timeZone } as Partial<ProfileStore> as ProfileStore
  const me = { stores: [store] } as Partial<Profile> as Profile
  const root = createRootRoute({
    component: () => (
      <MeContext value={me}>
        <Frame />
      </MeContext>
    ),
  })
  const page = createRoute({ getParentRoute: () => root, path, component: () => formatDateTime(sale) })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router as never} />)
}

test('the page of a store shows its times by the clock of the store', async () => {
  expect(await drawnAt('/negocio/tickets', 'America/Tijuana')).toMatch(/21 nov 2026, 11:30\sp\.m\./)
  expect(await drawnAt('/negocio/tickets', 'America/Cancun')).toMatch(/22 nov 2026, 2:30\sa\.m\./)
})

test('pages of the platform, and of a whole merchant, show times by the clock of the device', async () => {
  for (const path of ['/administracion/pendientes', '/negocio/llaves', '/cuenta']) {
    await drawnAt('/negocio/tickets', 'Pacific/Kiritimati')
    expect(await drawnAt(path, 'Pacific/Kiritimati')).toContain(onDevice)
  }
})
