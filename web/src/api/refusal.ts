import { isUndecided, ProblemError } from '@mostrador/client'

/** Whether the server has refused a read. A fault of the server or the network passes. */
export const isRefusedRead = (error: unknown): boolean => error instanceof ProblemError && error.status < 500

/** Whether a read that is repeated until something is over has nothing to follow: it was refused before the first answer. */
export const hasNothingToFollow = ({ data, error }: { data: unknown; error: unknown }): boolean =>
  data === undefined && isRefusedRead(error) && !isUndecided(error)
