import type { Middleware } from '@mostrador/client'

/** Events of a page that a person causes. */
export const signsOfUse = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

const attendedMs = 60_000
const listeners = new Set<() => void>()

/**
 * Calls a listener at each sign of use that `markUnattended` hears, also for keys that a scanner keeps from listeners that come
 * later.
 *
 * @returns a function that ends it
 */
export function onUse(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Marks the reads that a page sends while nobody uses it: screens poll, and polling must not keep the session of
 * platform staff from ending when they have left. Opening the page counts as use.
 *
 * @param page where a person's events arrive
 * @param nowMs a time that is never set back, in milliseconds
 */
export function markUnattended(page: EventTarget, nowMs: () => number): Middleware {
  let usedAtMs = nowMs()
  const use = () => {
    usedAtMs = nowMs()
    for (const listener of listeners) listener()
  }
  for (const sign of signsOfUse) page.addEventListener(sign, use, { capture: true, passive: true })
  return {
    onRequest: ({ request }) => {
      if (request.method === 'GET' && nowMs() - usedAtMs > attendedMs)
        request.headers.set('Mostrador-Unattended', '1')
    },
  }
}
