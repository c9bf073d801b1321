import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { carla } from '../session/me/fake-session.ts'
import type * as Me from '../session/me/me.ts'

/** The part of Vitest that it needs; only tests import Vitest itself. */
interface Globals {
  stubGlobal(name: string, value: unknown): unknown
}

/** A page that sends refunds, and the server that it sends them to. */
export class FakeRefunds {
  /** What the server answers to each request in turn. */
  answers: (() => Promise<Response>)[] = []
  sent: { path: string; key: string | null; body: unknown }[] = []
  queryClient = new QueryClient()
  /** What the device stores. */
  readonly stored = new Map<string, string>()

  /** Replaces what a browser has. The client of the API, made for the page's origin, is imported after it. */
  constructor(vi: Globals) {
    vi.stubGlobal('location', { origin: 'http://localhost' })
    vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
    vi.stubGlobal('HTMLElement', class {})
    for (const storage of ['localStorage', 'sessionStorage'])
      vi.stubGlobal(storage, {
        getItem: (key: string) => this.stored.get(key) ?? null,
        setItem: (key: string, value: string) => void this.stored.set(key, value),
        removeItem: (key: string) => void this.stored.delete(key),
      })
    vi.stubGlobal('fetch', async (request: Request) => {
      const { pathname: path } = new URL(request.url)
      this.sent.push({ path, key: request.headers.get('idempotency-key'), body: await request.json() })
      const next = this.answers.shift()
      if (next === undefined) throw new Error(`nobody expects ${path}`)
      return next()
    })
  }

  /** Opens a page on another device. */
  reset(): void {
    this.answers = []
    this.sent = []
    this.stored.clear()
    this.reload()
  }

  /** Loads the page again. */
  reload(): void {
    this.queryClient = new QueryClient()
  }

  /** Draws a part of the page, for somebody without a store. */
  drawn({ MeContext }: typeof Me, part: ReactNode): string {
    return renderToStaticMarkup(
      <QueryClientProvider client={this.queryClient}>
        <MantineProvider>
          <MeContext value={carla}>{part}</MeContext>
        </MantineProvider>
      </QueryClientProvider>,
    )
  }
}

export const lost = () => Promise.reject(new TypeError('fetch failed'))
export const refused = (status: number, code: string) => () =>
  Promise.resolve(Response.json({ code }, { status }))
export const done = () =>
  Promise.resolve(Response.json({ id: 'r1', folio: 'D-1', amountCentavos: 1_500 }, { status: 201 }))
