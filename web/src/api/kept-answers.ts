import { NoAnswer } from '@mostrador/client'

const prefix = 'mostrador.kept.'
/** Whoever has an older answer waits no longer than this for a newer one. */
const patienceMs = 5000

/**
 * What the server says, or what it said last on this device where nobody answers: for the few things without which a
 * till cannot open. They are forgotten when the session ends.
 *
 * @throws what `ask` throws, except a `NoAnswer` that an older answer stands in for
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const kept = read<T>(name)
  const asked = ask().then((fresh) => {
    keep(name, fresh)
    return fresh
  })
  if (kept === null) return asked
  try {
    return await Promise.race([asked, later()])
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return kept.answer
  }
}

function later(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new NoAnswer('not in time')), patienceMs)
  })
}

/** The session is over: what was kept was for somebody's eyes. */
export function forgetKept(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // A browser without storage has kept nothing.
  }
}

function read<T>(name: string): { answer: T } | null {
  try {
    return JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as { answer: T } | null
  } catch {
    return null
  }
}

function keep(name: string, answer: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify({ answer }))
  } catch {
    // Without room for it the till opens with a network only.
  }
}
