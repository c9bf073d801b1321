import type { Tx } from '../../database/tx.ts'
import { integerOf } from '../../settings/values/service.ts'

/** Those of https, and one more where the platform has set one. */
export async function portsOf(tx: Tx<never>): Promise<readonly number[]> {
  return [...new Set([443, await integerOf(tx, 'webhooks.other_port')])]
}
