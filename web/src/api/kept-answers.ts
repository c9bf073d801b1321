import { NoAnswer } from '@mostrador/client'

const prefix = 'mostrador.kept.'
/** How long to wait for a new answer when an older one is kept. */
const patienceMs = 5000
/** How often they were deleted. What was asked for before the last time belongs to somebody who has left. */
let forgottenCount = 0

/**
 * The server's answer, or the last one kept on this device when the server cannot be reached. Only for the
 * few things without which a till cannot open. Kept answers are deleted when the session ends, and none that was asked
 * for before is kept afterwards.
 *
 * @throws what `ask` throws, except a `NoAnswer` when an older answer is kept
 */
export async function orKept<T>(name: string, ask: () => Promise<T>): Promise<T> {
  const kept = read<T>(name)
  const before = forgottenCount
  const asked = ask().then((fresh) => {
    if (before === forgottenCount) keep(name, fresh)
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

/** Deletes all kept answers: the session is over, and they belonged to that person. */
export function forgetKept(): void {
  forgottenCount += 1
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // Without storage in the browser there is nothing to delete.
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
    // Without room to store it, the till only opens online.
  }
}
