import { MantineProvider } from '@mantine/core'
import type { PlaceList } from '@mostrador/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// The client of the API is made for the page's origin.
vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
const { PlaceField } = await import('./place-field.tsx')

function drawn(items: PlaceList['items']) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['places'], { items })
  const page = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <PlaceField />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { page, choices: [...page.matchAll(/<option[^>]*>([^<]*)/g)].map(([, choice]) => choice) }
}

const open = (id: string) => ({ id, isOpen: true, isDown: false })
const closed = (id: string) => ({ id, isOpen: false, isDown: false })
const down = (id: string) => ({ id, isOpen: true, isDown: true })

test('a new merchant’s place is chosen among those that take it, or left to the server', () => {
  const { page, choices } = drawn([open('norte'), closed('oeste'), open('primary'), down('sur')])
  expect(choices).toEqual(['La que tenga más lugar', 'norte', 'primary'])
  expect(page).toContain('Base de datos')
})

test('where only one place takes merchants, nothing is asked', () => {
  expect(drawn([open('primary')]).page).not.toContain('<select')
  expect(drawn([open('primary'), closed('norte'), down('sur')]).page).not.toContain('<select')
})
