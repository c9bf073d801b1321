import { uiTexts } from './ui/words/texts.ts'
import { useWords } from './ui/words/words.ts'
import './ui/look/mantine-styles.ts'
import '@fontsource-variable/figtree/wght.css'
import './ui/look/theme.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { api } from './api/client.ts'
import { markUnattended } from './api/unattended.ts'
import { createAppRouter } from './router.tsx'
import { createQueryClient } from './session/me/query-client.ts'
import { useBrowserChecks } from './ui/fields/browser-checks.ts'
import { useLook } from './ui/look/look-store.ts'
import { themeIn, variablesIn } from './ui/look/theme.ts'
import { later } from './ui/parts/later.tsx'
import { listenForScans } from './ui/scanner/scanner.ts'
import { loadChosenLanguage, offerLanguage } from './ui/words/i18n.ts'

const Notices = later(async () => (await import('./ui/parts/notices.tsx')).Notices)

const queryClient: QueryClient = createQueryClient(() => void router.invalidate())
const router = createAppRouter(queryClient)

function Look({ children }: { children: ReactNode }) {
  const t = useWords(uiTexts)
  const look = useLook()
  useBrowserChecks()
  const theme = useMemo(() => themeIn(t('close'), look), [t, look])
  const variables = useMemo(() => variablesIn(look), [look])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}

// Before any screen, so that no key press is missed. The scanner keeps its keys from listeners after it.
api.use(markUnattended(window, () => performance.now()))
listenForScans()
const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
const page = createRoot(container)

offerLanguage('en', async () => (await import('./english.ts')).english)
// Not awaited at the top level: other files import this one's content and would be split from it.
void loadChosenLanguage().then(() =>
  page.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Look>
          <Notices />
          <RouterProvider router={router} />
        </Look>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
