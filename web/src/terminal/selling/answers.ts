import { NoAnswer, ProblemError } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'

const undecided = new Set([401, 408, 425, 429])
const undecidedCodes = new Set(['idempotency_key_in_use', 'unreadable_answer'])

/**
 * Whether it is open after this answer if what was asked was, or will be, carried out: then one asks again under the same
 * key. Everything else is a clear no.
 */
export function isUndecided(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true
  if (undecidedCodes.has(error.code)) return true
  return error.status < 500 ? undecided.has(error.status) : error.code !== 'aggregator_unavailable'
}

/** How long the server wants to be left alone, where it has said so. */
export const retryAfterMsOf = (error: unknown) =>
  error instanceof ProblemError ? error.retryAfterMs : undefined

/**
 * Another window may have signed somebody else in. Under their session the key would be a new one, and
 * their list of sales says nothing about this order.
 *
 * @throws NoAnswer when the session belongs to another account
 */
export async function assertOwnSession({ accountId }: { accountId: string }): Promise<void> {
  const { account } = await answer(api.GET('/auth/me'))
  if (account.id !== accountId) throw new NoAnswer('the session belongs to somebody else')
}
