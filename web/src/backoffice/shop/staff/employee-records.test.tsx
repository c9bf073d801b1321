import { MantineProvider } from '@mantine/core'
import type { Employee, Membership, Profile, ProfileStore } from '@mostrador/client'
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
const { pinRefusalsQuery } = await import('./pin-refusals-query.ts')
const { MeContext } = await import('../../../session/me/me.ts')

const store = { storeId: 's1', scopes: ['POS_EMPLOYEES_WRITE'] } as Partial<ProfileStore> as ProfileStore

/** Opens the records with these search parameters. @returns what is asked for */
async function asked(search: string) {
  const queryClient = new QueryClient()
  send.mockImplementation(async () => Response.json({ items: [], nextCursor: null }))
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
  const employees = send.mock.calls
    .map(([{ url }]) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith('/employees'))
  return Object.fromEntries(employees.at(-1)?.searchParams ?? [])
}

test('the records are those of the people who work in the store, and on request of those who have left', async () => {
  expect(await asked('?estado=fichas')).toMatchObject({ storeId: 's1', status: 'ACTIVE' })
  expect(await asked('?estado=fichas&fichas=baja')).toMatchObject({ storeId: 's1', status: 'INACTIVE' })
})

test('nobody gives a PIN to somebody who has left, or has no account', () => {
  const drawn = (employee: Partial<Employee>) =>
    renderToStaticMarkup(
      <MantineProvider>
        <PinButton employee={{ name: 'Ana', ...employee } as Employee} refusal={null} onGive={() => {}} />
      </MantineProvider>,
    )
  expect(drawn({ status: 'ACTIVE', membershipId: 'm1' })).toContain('aria-disabled="false"')
  expect(drawn({ status: 'INACTIVE', membershipId: 'm1' })).toContain('Está de baja')
  expect(drawn({ status: 'ACTIVE', membershipId: null })).toContain('Todavía no tiene acceso')
})

test('nobody gives a PIN that the server would refuse', () => {
  const drawn = (refusal: Membership['pinRefusal']) =>
    renderToStaticMarkup(
      <MantineProvider>
        <PinButton
          employee={{ name: 'Ana', status: 'ACTIVE', membershipId: 'm1' } as Partial<Employee> as Employee}
          refusal={refusal}
          onGive={() => {}}
        />
      </MantineProvider>,
    )
  expect(drawn(null)).toContain('aria-disabled="false"')
  expect(drawn('role_too_low')).toContain('Tu puesto en la tienda no lo permite.')
  expect(drawn('owner_only')).toContain('Quien dirige el negocio crea su propio PIN: nadie más se lo da.')
})

test('of every member of a large store it is known whether they can be given a PIN', async () => {
  const page = (id: string, pinRefusal: Membership['pinRefusal'], nextCursor: string | null) =>
    Response.json({ items: [{ id, pinRefusal }], nextCursor })
  send.mockResolvedValueOnce(page('m1', null, 'more')).mockResolvedValueOnce(page('m2', 'owner_only', null))
  const refusals = await new QueryClient().fetchQuery(pinRefusalsQuery('s1'))
  expect([...refusals]).toEqual([
    ['m1', null],
    ['m2', 'owner_only'],
  ])
})
