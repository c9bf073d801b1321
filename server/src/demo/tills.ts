import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { newPin } from '../shop/staff/pin-rules.ts'
import { type DemoPerson, demoPin } from './people.ts'

const floatCentavos = 100_000

interface Place {
  readonly merchantId: string
  readonly storeId: string
}

/**
 * As the acting owner, gives an employee a code and a PIN, which the employee then replaces with the demo's
 * PIN.
 */
export async function seedCode(
  client: pg.Client,
  at: Place,
  membershipId: string,
  code: string,
): Promise<void> {
  const [minted, chosen] = await Promise.all([hashed(newPin()), hashed(demoPin)])
  await client.query(
    `select shop.mint_pin($1, e.id, $3, $4) from shop.employees e where e.merchant_id = $1 and e.membership_id = $2`,
    [at.merchantId, membershipId, code, minted],
  )
  await client.query('select shop.choose_pin($1, $2, $3, $4)', [at.merchantId, membershipId, minted, chosen])
}

const hashed = (pin: string) => hash(pin, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Opens a shift at the first terminal, as the acting cashier. */
export async function seedShift(client: pg.Client, at: Place, membershipId: string): Promise<void> {
  const { merchantId, storeId } = at
  // The member's sets while opening it.
  await client.query(
    `select set_config('app.creatable', '{' || authz.set_of($1, $2, 'shifts', $3) || '}', true)`,
    [merchantId, storeId, membershipId],
  )
  await client.query(
    `select shop.open_shift($1, $2, t.id, $3) from shop.terminals t
      where t.merchant_id = $1 and t.store_id = $2 order by t.name limit 1`,
    [merchantId, storeId, floatCentavos],
  )
}

/** `1003`, or empty for people who are not employees. */
export function codeOf({ works }: DemoPerson): string {
  return works?.code ?? ''
}
