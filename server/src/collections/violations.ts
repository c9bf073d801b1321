import { violation } from '../database/errors.ts'
import { Problem } from '../problem/problem.ts'
import type { Collection } from './collection.ts'

/**
 * Runs an insert or update; a violated key or constraint becomes a problem that names the field.
 *
 * @param of maps constraints to fields
 * @throws Problem `duplicate_value` · `invalid_request` (a reference to nothing, fields that contradict each
 * other)
 */
export async function refusingBadValues<T>(
  { constraints, rules = {} }: Pick<Collection, 'constraints' | 'rules'>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const violated = violation(error)
    const rule = violated?.kind === 'check' ? rules[violated.constraint] : undefined
    if (rule !== undefined) throw wrong(rule.field, rule.message, error)
    const field = violated && constraints[violated.constraint]
    if (field === undefined) throw error
    throw violated?.kind === 'unique' ? duplicate(field, error) : dangling(field, error)
  }
}

/** Runs a delete. @throws Problem `still_referenced` */
export async function refusingReferenced<T>(remove: () => Promise<T>): Promise<T> {
  try {
    return await remove()
  } catch (error) {
    if (violation(error)?.kind !== 'reference') throw error
    const detail = 'Move or delete the records that refer to it first.'
    throw new Problem('still_referenced', { detail, cause: error })
  }
}

function duplicate(field: string, cause: unknown): Problem {
  return new Problem('duplicate_value', {
    detail: `Another record already has this ${field}.`,
    errors: [{ path: `/${field}`, message: 'is taken by another record' }],
    cause,
  })
}

/** A reference to a record that is not there, or not any more. */
export function dangling(field: string, cause?: unknown): Problem {
  return wrong(field, 'does not exist in this store', cause)
}

function wrong(field: string, message: string, cause?: unknown): Problem {
  return new Problem('invalid_request', { errors: [{ path: `/${field}`, message }], cause })
}
