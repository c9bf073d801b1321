import { isUndecided, ProblemError } from '@mostrador/client'

/**
 * Whether the server refused the request, so that this attempt did nothing. After any other error the outcome is open. That
 * includes errors of the web client itself, which may occur after the sale was made.
 */
export const isRefusal = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && !isUndecided(error)

/**
 * Whether the error settles what was sent: nothing was done. A refusal of access does not settle a repetition. An earlier attempt
 * may have succeeded, and the server does not return its result to a caller who has lost access since.
 */
export const isSettledBy = (error: unknown, isRepeated: boolean): error is ProblemError =>
  isRefusal(error) && !(isRepeated && (error.status === 403 || error.status === 404))

/** Whether a read that is repeated was refused before its first answer, so that repeating it is useless. */
export const isRefusedFromStart = ({ data, error }: { data: unknown; error: unknown }): boolean =>
  data === undefined && isRefusal(error)
