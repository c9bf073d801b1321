import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../../problem/problem.ts'

/** Two in parallel use two cores; requests beyond this queue get 503 with `Retry-After`. */
const atOnce = 2
const queueLength = 64

/** OWASP's second profile for argon2id; the algorithm is the library's default. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const

export type Passwords = ReturnType<typeof createPasswords>

/** Hashes and checks passwords with argon2id, a bounded number at a time. Never called in a transaction. */
export function createPasswords() {
  const slots = gate(atOnce, queueLength)
  // A hash that matches no password: checking it costs the same as checking a real one.
  const nobody = hash('no password is this one', cost)

  /** @throws Problem `overloaded` */
  const hashOf = (password: string): Promise<string> => slots(() => hash(normal(password), cost))

  /**
   * Whether a password matches a hash. Without a hash the answer is false, in the same time.
   *
   * @throws Problem `overloaded`
   */
  const matches = (password: string, passwordHash: string | null): Promise<boolean> =>
    slots(async () => {
      const isMatch = await verify(passwordHash ?? (await nobody), normal(password))
      return isMatch && passwordHash !== null
    })

  return { hashOf, matches }
}

/** Unicode normalization: keyboards write the same character in several ways. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

function gate(limit: number, waitingLimit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) {
      if (waiting.length >= waitingLimit) throw new Problem('overloaded', { retryAfterSeconds: 2 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
