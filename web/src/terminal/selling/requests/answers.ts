import { isProblem, NoAnswer, ProblemError } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { isRefusal } from '../../../api/refusal.ts'

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
