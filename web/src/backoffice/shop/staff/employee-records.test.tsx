import { MantineProvider } from '@mantine/core'
import type { Employee, Profile, ProfileStore } from '@mostrador/client'
import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import { drawnAt } from '../../../desk/search/fake-address.tsx'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('HTMLElement', class {})
const send = vi.fn<(request: Request) => Promise<Response>>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { EmployeeRecords } = await import('./employee-records.tsx')
const { PinButton } = await import('./pin-button.tsx')
const { MeContext } = await import('../../../session/me/me.ts')

const store = { storeId: 's1', scopes: ['POS_EMPLOYEES_WRITE'] } as Partial<ProfileStore> as ProfileStore

/** Opens the records with these search parameters. @returns what is asked for */
async function asked(search: string) {
  const queryClient = new QueryClient()
  send.mockResolvedValue(Response.json({ items: [], nextCursor: null }))
  const Page = () => (
    <MantineProvider>
      <MeContext value={{ navigation: [] } as Partial<Profile> as Profile}>
        <EmployeeRecords store={store} />
      </MeContext>
    </MantineProvider>
  )
  await drawnAt(search, Page, queryClient)
  await Promise.all(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.fetch()),
  )
  return Object.fromEntries(new URL(send.mock.lastCall?.[0].url ?? '').searchParams)
}

test('the records are those of the people who work in the store, and on request of those who have left', async () => {
  expect(await asked('?estado=fichas')).toMatchObject({ storeId: 's1', status: 'ACTIVE' })
  expect(await asked('?estado=fichas&fichas=baja')).toMatchObject({ storeId: 's1', status: 'INACTIVE' })
})

test('nobody gives a PIN to somebody who has left, or has no account', () => {
  const drawn = (employee: Partial<Employee>) =>
    renderToStaticMarkup(
      <MantineProvider>
        <PinButton employee={{ name: 'Ana', ...employee } as Employee} onGive={() => {}} />
      </MantineProvider>,
    )
  expect(drawn({ status: 'ACTIVE', membershipId: 'm1' })).toContain('aria-disabled="false"')
  expect(drawn({ status: 'INACTIVE', membershipId: 'm1' })).toContain('Está de baja')
  expect(drawn({ status: 'ACTIVE', membershipId: null })).toContain('Todavía no tiene acceso')
})
