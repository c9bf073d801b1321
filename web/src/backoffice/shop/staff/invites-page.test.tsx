import type { Profile, ProfileStore } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('HTMLElement', class {})
afterAll(() => vi.unstubAllGlobals())
const { useBarred } = await import('./invites-page.tsx')
const { MeContext } = await import('../../../session/me/me.ts')

test('a supervisor renews and withdraws invitations of cashiers only, and a manager all', () => {
  const me = { navigation: [{ items: [{ key: 'invites', isAllowed: true, reason: null }] }] }
  const barredIn = (scopes: string[]) => {
    const store = { pages: ['invites'], scopes } as Partial<ProfileStore> as ProfileStore
    const Buttons = () => {
      const barred = useBarred(store)
      return (['cashier', 'supervisor', 'manager'] as const)
        .map((role) => barred({ role }) ?? 'free')
        .join(' | ')
    }
    return renderToStaticMarkup(
      <MeContext value={me as Partial<Profile> as Profile}>
        <Buttons />
      </MeContext>,
    )
  }
  const tooLow = 'Tu puesto en la tienda no lo permite.'
  expect(barredIn(['POS_EMPLOYEES_READ'])).toBe(`free | ${tooLow} | ${tooLow}`)
  expect(barredIn(['POS_EMPLOYEES_READ', 'POS_EMPLOYEES_WRITE'])).toBe('free | free | free')
})
