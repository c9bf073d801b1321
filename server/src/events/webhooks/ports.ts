import type { Tx } from '../../database/tx.ts'
import { integerOf } from '../../settings/values/service.ts'

/** The default https port, and one more if the platform has set one. */
export async function portsOf(tx: Tx<never>): Promise<readonly number[]> {
  return [...new Set([443, await integerOf(tx, 'webhooks.other_port')])]
}
