import { MantineProvider } from '@mantine/core'
import type { Merchant, Profile, QueuedBankAccount } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('HTMLElement', class {})
afterAll(() => vi.unstubAllGlobals())
const { MerchantVerification } = await import('./merchant-verification.tsx')
const { MeContext } = await import('../../session/me/me.ts')

const roles = { key: 'roles', isAllowed: true, reason: null } as const
const platform: Profile['navigation'][number] = { group: 'ADMINISTRACION', items: [roles] }
const administrator = { navigation: [platform] } as Partial<Profile> as Profile

/** The page of a merchant with these bank accounts, as an administrator sees it. */
function drawn(...accounts: Partial<QueuedBankAccount>[]): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['merchants', 'verification', 'c1'], { status: 'LAPSED', business: null })
  const pages = [{ items: accounts, nextCursor: null }]
  queryClient.setQueryData(['merchants', 'accounts', 'c1'], { pages, pageParams: [undefined] })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <MeContext value={administrator}>
          <MerchantVerification merchant={{ id: 'c1', name: 'Lupita' } as Merchant} />
        </MeContext>
      </MantineProvider>
    </QueryClientProvider>,
  )
}

const none = 'No hay ninguna cuenta que avalar.'

test.each([
  { status: 'PENDING', isAttested: false },
  { status: 'EXPIRED', isAttested: true },
  { status: 'REJECTED', isAttested: false },
] as const)('an administrator attests an account that is %o', (account) => {
  expect(drawn(account)).not.toContain(none)
})

test('an administrator has nothing to attest where every account is verified', () => {
  expect(drawn({ status: 'VERIFIED', isAttested: false })).toContain(none)
  expect(drawn()).toContain(none)
})
