import { MantineProvider } from '@mantine/core'
import type { AdminAssignment, PlatformRole, Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'forbidden' }, { status: 403 })))
afterAll(() => vi.unstubAllGlobals())
const { AdminReach } = await import('./admin-reach.tsx')
const { assignmentsQuery } = await import('./assignment-queries.ts')
const { useEndAct } = await import('./end-act.ts')
const { useMissingOversight } = await import('./oversight.ts')
const { MeContext } = await import('../../session/me/me.ts')

const account = { id: 'a1', email: 'olivia@example.test', name: 'Olivia' }
const role = { accountId: 'a1', name: 'Olivia', email: 'olivia@example.test' } as PlatformRole
const merchant = { id: 'c1', name: 'Lupita' }
const owned: AdminAssignment = { account, merchant, isOwner: true, assignedBy: null, assignedAt: null }
const assigned = { ...owned, isOwner: false, assignedBy: 'a2', assignedAt: '2026-03-01T12:00:00Z' }

const me = {
  account: { id: 'a9', name: 'Pilar' },
  navigation: [{ items: [{ key: 'roles', isAllowed: true }] }],
} as Partial<Profile> as Profile
const own: AdminAssignment = { ...owned, account: { id: 'a9', email: 'pilar@example.test', name: 'Pilar' } }

/** Draws something for Pilar, who administers every merchant unless a merchant of hers is in the list. */
const drawn = (queryClient: QueryClient, page: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MeContext value={me}>
        <MantineProvider>{page}</MantineProvider>
      </MeContext>
    </QueryClientProvider>,
  )

const listing = (...list: AdminAssignment[]) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(assignmentsQuery().queryKey, list)
  return queryClient
}

function reachWith(...list: AdminAssignment[]): string {
  return drawn(listing(...list), <AdminReach role={role} />)
}

test('an administrator who owns a merchant does not administer all of them', () => {
  expect(reachWith(owned)).toContain('1 comercio')
  expect(reachWith()).toContain('Todos los comercios')
})

test('a confined administrator does not see which merchants other administrators oversee', () => {
  expect(reachWith(own)).not.toContain('Todos los comercios')
  expect(reachWith(own, owned)).not.toContain('1 comercio')
  expect(reachWith(own)).toContain('—')
  const ofSelf = drawn(listing(own), <AdminReach role={{ ...role, accountId: 'a9' }} />)
  expect(ofSelf).toContain('1 comercio')
})

test('what concerns every merchant is barred for somebody confined to some, and says why', () => {
  let barred: (string | null | undefined)[] = []
  const Acts = () => {
    barred = [useMissingOversight(), useEndAct()(assigned, true).barred]
    return null
  }
  drawn(listing(own), <Acts />)
  expect(barred).toEqual(Array(2).fill(expect.stringContaining('Administras solo algunos comercios.')))
  drawn(listing(owned), <Acts />)
  expect(barred).toEqual([null, null])
})

test('when the merchants of an administrator cannot be read, that is said', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  await queryClient.prefetchQuery(assignmentsQuery())
  expect(drawn(queryClient, <AdminReach role={role} />)).toContain('Reintentar')
})

test.each([
  ['the last one of somebody who owns none frees them', assigned, true, /vuelve a administrar todos/],
  ['one of several leaves the others', assigned, false, /Conserva los demás/],
  [
    'one that they own too changes nothing',
    { ...assigned, isOwner: true },
    true,
    /sigue sin administrar todos/,
  ],
])('removing an assignment says what follows: %s', (_, assignment, isLast, said) => {
  let hint = ''
  const Act = () => {
    hint = useEndAct()(assignment, isLast).hint
    return null
  }
  drawn(new QueryClient(), <Act />)
  expect(hint).toMatch(said)
})
