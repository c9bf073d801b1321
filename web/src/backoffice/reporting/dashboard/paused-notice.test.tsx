import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
const send = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', send)
afterAll(() => vi.unstubAllGlobals())
const { PausedNotice } = await import('./paused-notice.tsx')

const running = { pausedReason: null }
const paused = { pausedReason: 'membership_ended' }

/** What an owner sees whose lists have these items. */
async function drawn(lists: { webhooks: object[]; connections: object[] }) {
  send.mockImplementation(async (request) => {
    const { pathname } = new URL((request as Request).url)
    const items = pathname === '/pos/webhooks' ? lists.webhooks : lists.connections
    return Response.json({ items, nextCursor: null })
  })
  const queryClient = new QueryClient()
  const draw = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <PausedNotice />
        </MantineProvider>
      </QueryClientProvider>,
    )
  draw()
  const queries = queryClient.getQueryCache().getAll()
  await Promise.all(queries.map((each) => each.fetch()))
  return draw()
}

test('an owner sees on the first page what is paused because nobody answers for it', async () => {
  const notice = await drawn({ webhooks: [paused, running, paused], connections: [paused] })
  expect(notice).toContain('2 webhooks están en pausa')
  expect(notice).toContain('1 conexión con un proveedor está en pausa')
})

test('an owner is told of one kind alone, and of nothing that a person paused', async () => {
  const notice = await drawn({ webhooks: [running], connections: [running, paused] })
  expect(notice).not.toContain('webhook')
  expect(notice).toContain('1 conexión con un proveedor está en pausa')
  expect(await drawn({ webhooks: [running], connections: [] })).not.toContain('pausa')
})

test.each([
  'membership_ended',
  'role_lowered',
  'owner_changed',
  'account_blocked',
])('an owner is told of what is paused for the reason %s', async (pausedReason) => {
  const notice = await drawn({ webhooks: [{ pausedReason }], connections: [] })
  expect(notice).toContain('1 webhook está en pausa porque nadie responde por él')
})

test('what a restore paused is not counted among what nobody is responsible for', async () => {
  const restored = { pausedReason: 'restored' }
  expect(await drawn({ webhooks: [restored], connections: [restored] })).not.toContain('pausa')
  const notice = await drawn({ webhooks: [restored, paused], connections: [restored] })
  expect(notice).toContain('1 webhook está en pausa')
  expect(notice).not.toContain('conexi')
})
