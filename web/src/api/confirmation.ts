import { type Middleware, NoAnswer } from '@mostrador/client'

/** Asks the person to confirm their identity again. Resolves to false when they cancel. */
export type AskToConfirm = () => Promise<boolean>

let askToConfirm: AskToConfirm | null = null

/** Registers who asks while this screen is shown. @returns a function that unregisters it */
export function confirmBy(ask: AskToConfirm): () => void {
  askToConfirm = ask
  return () => {
    if (askToConfirm === ask) askToConfirm = null
  }
}

/**
 * Dangerous acts need a recent password and second factor. When the server says so, the person is asked to
 * confirm, and the same request is sent once more. If nobody can be asked, or the person cancels, the refusal
 * is returned unchanged. This lies under every call, so no screen has to know which acts are dangerous.
 *
 * @param timeoutMs of the second attempt, because the first one's timer ran while the person was typing
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
      if (again === undefined || askToConfirm === null || !(await wantsConfirmation(response))) return
      if (!(await askToConfirm())) return
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
