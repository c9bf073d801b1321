import { Stack } from '@mantine/core'
import type { Profile } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
afterAll(() => vi.unstubAllGlobals())
const { MeContext } = await import('../../../session/me/me.ts')
const { chooseStore } = await import('../../../session/me/store-choice.ts')
const { LimitsPage } = await import('./limits-page.tsx')

const merchants = ['m1', 'm2'].map((id) => ({ id, name: id, status: 'ACTIVE', isOwner: true }))
const stores = ['m1', 'm2'].map((merchantId) => ({ storeId: `of-${merchantId}`, merchantId }))

/** The key of the list of limits while a store of this merchant is selected. */
function keyOfList(merchantId: string): string | null | undefined {
  chooseStore(`of-${merchantId}`)
  let list: ReactElement | undefined
  const Page = () => {
    const page = LimitsPage() as ReactElement<{ children: ReactNode }>
    list = Children.toArray(page.props.children)
      .filter((each) => isValidElement(each))
      .find(({ type }) => type === Stack)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MeContext value={{ merchants, stores } as Partial<Profile> as Profile}>
        <Page />
      </MeContext>
    </QueryClientProvider>,
  )
  return list?.key
}

test('a limit that was typed for one merchant does not stay in the field of another', () => {
  const [first, second] = [keyOfList('m1'), keyOfList('m2')]
  expect(first).toMatch(/m1$/)
  expect(second).toMatch(/m2$/)
})
