import './ui/mantine-styles.ts'
import '@fontsource-variable/figtree/wght.css'
import './ui/theme.css'
import './ui/i18n.ts'
import { MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProblem } from './api/problem.ts'
import { createAppRouter } from './router.tsx'
import { forget } from './session/me.ts'
import { later } from './ui/later.tsx'
import { theme } from './ui/theme.ts'

const Notices = later(async () => (await import('./ui/notices.tsx')).Notices)

/** A session can end at any answer; the page then asks for a new one. */
function onError(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== 'unauthenticated') return
  forget(queryClient)
  void router.invalidate()
}

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && !(error instanceof ApiProblem && error.status < 500),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
const router = createAppRouter(queryClient)

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Notices />
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
)
