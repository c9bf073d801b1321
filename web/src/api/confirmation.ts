import { type Middleware, NoAnswer } from '@mostrador/client'

/** Asks the person to show anew who they are; false when they would rather not. */
export type AskAnew = () => Promise<boolean>

let askAnew: AskAnew | null = null

/** Who asks while this screen is shown. @returns what ends it */
export function confirmBy(ask: AskAnew): () => void {
  askAnew = ask
  return () => {
    if (askAnew === ask) askAnew = null
  }
}

/**
 * Dangerous acts want password and second factor shown minutes ago. When the server says so, the person is asked, and the very
 * same request is sent once more; the refusal stands where nobody can be asked, or would rather not. It lies under every call,
 * so that no screen has to know which acts are dangerous.
 *
 * @param timeoutMs of the second try: the first one's clock ran while the person was typing
 */
export function confirming(timeoutMs: number): Middleware {
  const sent = new Map<string, Request>()
  return {
    onRequest: ({ id, request }) => {
      if (request.method !== 'GET') sent.set(id, request.clone())
    },
    onResponse: async ({ id, response }) => {
      const again = sent.get(id)
      sent.delete(id)
      if (again === undefined || askAnew === null || !(await wantsConfirmation(response))) return
      if (!(await askAnew())) return
      return fetch(new Request(again, { signal: AbortSignal.timeout(timeoutMs) })).catch((error: unknown) => {
        throw new NoAnswer('no answer', { cause: error })
      })
    },
    onError: ({ id }) => {
      sent.delete(id)
    },
  }
}

async function wantsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const document: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return (document as { code?: unknown } | null)?.code === 'confirmation_required'
}
