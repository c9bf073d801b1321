/** How callbacks are delivered. */
export const callbackManners = ['normal', 'lost', 'doubled', 'reordered'] as const
export type CallbackManner = (typeof callbackManners)[number]

const attempts = 3
const retryDelayMs = 500
const timeoutMs = 5_000

/**
 * Posts the end of each transaction to the URL of its order. A receiver that does not answer 2XX is retried a
 * few times and then given up, as by the provider. 'reordered' holds each callback back until the next one
 * has been sent.
 */
export function callbackSender() {
  let manner: CallbackManner = 'normal'
  let keptBack: (() => Promise<void>) | undefined
  const underWay = new Set<Promise<void>>()
  const abort = new AbortController()

  function start(work: () => Promise<void>): Promise<void> {
    const running = work().finally(() => underWay.delete(running))
    underWay.add(running)
    return running
  }

  return {
    setManner(next: CallbackManner) {
      manner = next
    },

    send(url: string, body: unknown): void {
      const deliver = () => post(url, JSON.stringify(body), abort.signal)
      if (manner === 'lost') return
      if (manner === 'reordered' && !keptBack) {
        keptBack = deliver
        return
      }
      const earlier = keptBack
      keptBack = undefined
      void start(async () => {
        await deliver()
        if (manner === 'doubled') await deliver()
        await earlier?.()
      })
    },

    /** Resolves when no delivery is in progress. */
    async idle(): Promise<void> {
      await Promise.all(underWay)
    },

    async close(): Promise<void> {
      abort.abort()
      await Promise.all(underWay)
    },
  }
}

async function post(url: string, body: string, signal: AbortSignal): Promise<void> {
  for (let n = 0; n < attempts && !signal.aborted; n++) {
    if (n > 0) await pause(retryDelayMs, signal)
    if (await isReceived(url, body, signal)) return
  }
}

async function isReceived(url: string, body: string, signal: AbortSignal): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const { request } = await import('undici')
    const response = await request(url, { method: 'POST', headers, body, signal: limit })
    await response.body.dump()
    return response.statusCode >= 200 && response.statusCode < 300
  } catch {
    return false
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
