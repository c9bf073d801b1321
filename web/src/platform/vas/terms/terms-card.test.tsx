import { MantineProvider } from '@mantine/core'
import type { AdminAssignment, Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
// Hints ask whether what they explain is on the page.
vi.stubGlobal('HTMLElement', class {})
afterAll(() => vi.unstubAllGlobals())
const { TermsCard } = await import('./terms-card.tsx')
const { assignmentsQuery } = await import('../../assignments/assignment-queries.ts')
const { MeContext } = await import('../../../session/me/me.ts')

const account = { id: 'a1', name: 'Olivia', email: 'olivia@example.test' }
const me = {
  account,
  navigation: [{ items: [{ key: 'roles', isAllowed: true }] }],
} as Partial<Profile> as Profile
const assigned = { account, merchant: { id: 'c1', name: 'Lupita' } } as Partial<AdminAssignment>

/** The card as an administrator sees who has these assignments. */
function drawn(merchantId: string | null, assignments: Partial<AdminAssignment>[]): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(assignmentsQuery().queryKey, assignments as AdminAssignment[])
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MeContext value={me}>
        <MantineProvider env="test">
          <TermsCard merchantId={merchantId} />
        </MantineProvider>
      </MeContext>
    </QueryClientProvider>,
  )
}

test('somebody confined to some merchants changes the terms of those, not the ones of the platform', () => {
  expect(drawn(null, [assigned])).toContain('Administras solo algunos comercios.')
  expect(drawn('c1', [assigned])).not.toContain('Administras solo algunos comercios.')
  expect(drawn(null, [])).not.toContain('Administras solo algunos comercios.')
})
