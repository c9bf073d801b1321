import type { Item } from '../../collections/collection.ts'
import { Problem } from '../../problem/problem.ts'
import { hasRightCheckDigit } from './barcode.ts'

/** @throws Problem `invalid_request` */
export async function assertCheckDigit(_tx: unknown, { code }: Item): Promise<void> {
  if (hasRightCheckDigit(String(code))) return
  throw new Problem('invalid_request', {
    errors: [{ path: '/code', message: 'has a wrong check digit: one of its digits is mistyped' }],
  })
}
