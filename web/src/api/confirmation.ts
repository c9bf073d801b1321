import type { Middleware } from '@mostrador/client'

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
 */
export function confirming(): Middleware {
  const sent = new Map<string, Request>()
  return {
    onRequest: ({ id, request }) => {
      if (request.method !== 'GET') sent.set(id, request.clone())
    },
    onResponse: async ({ id, response, options }) => {
      const again = sent.get(id)
      sent.delete(id)
      if (again === undefined || askToConfirm === null || !(await wantsConfirmation(response))) return
      if (!(await askToConfirm())) return
      // Like a gateway that got no answer: the caller gets NoAnswer, and the same act keeps its key.
      return options.fetch(again).catch(() => new Response(null, { status: 504 }))
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
