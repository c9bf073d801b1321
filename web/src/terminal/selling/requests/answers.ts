import { isProblem, isUndecided, NoAnswer, ProblemError } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'

/**
 * Whether the caller lacks access. When a request is repeated, an earlier attempt may still have succeeded: the server does not
 * return its result to a caller who has lost access since.
 */
export const isAccessRefused = (error: unknown) =>
  error instanceof ProblemError && (error.status === 403 || error.status === 404)

/**
 * Whether the server refused a request, so that this attempt has done nothing. After every other error the till takes its outcome
 * for open, also after one that is not the client's: it may have come after the sale was made.
 */
export const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && !isUndecided(error)

/** Whether repeating may help. A lost session has to surface instead. */
export const isRetryable = (error: unknown) => !isRefusal(error) && !isProblem(error, 'unauthenticated')

/** The server's `Retry-After`, if it sent one. */
export const retryAfterMsOf = (error: unknown) =>
  error instanceof ProblemError ? error.retryAfterMs : undefined

/**
 * Another window may have signed in somebody else. In their session the key would be a new one, and their
 * list of sales says nothing about this order.
 *
 * @throws NoAnswer when the session belongs to another account
 */
export async function assertOwnSession({ accountId }: { accountId: string }): Promise<void> {
  const { account } = await answer(api.GET('/auth/me'))
  if (account.id !== accountId) throw new NoAnswer('the session belongs to somebody else')
}
