import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { type DemoPerson, demoPin } from './people.ts'

const floatCentavos = 100_000

interface Place {
  readonly merchantId: string
  readonly storeId: string
}

/** Gives an employee of a store the code and the PIN by which a terminal knows them, as its owner, who is acting. */
export async function seedCode(
  client: pg.Client,
  at: Place,
  membershipId: string,
  code: string,
): Promise<void> {
  const pinHash = await hash(demoPin, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await client.query(
    'select pos.mint_pin($1, e.id, $3, $4) from pos.employees e where e.merchant_id = $1 and e.membership_id = $2',
    [at.merchantId, membershipId, code, pinHash],
  )
}

/** Opens the drawer of the first terminal, as the cashier, who is acting. */
export async function seedShift(client: pg.Client, at: Place, membershipId: string): Promise<void> {
  const { merchantId, storeId } = at
  // What the member would hold while opening it.
  await client.query(
    `select set_config('app.creatable', '{' || authz.set_of($1, $2, 'shifts', $3) || '}', true)`,
    [merchantId, storeId, membershipId],
  )
  await client.query(
    `select pos.open_shift($1, $2, t.id, $3) from pos.terminals t
      where t.merchant_id = $1 and t.store_id = $2 order by t.name limit 1`,
    [merchantId, storeId, floatCentavos],
  )
}

/** `1003`, or nothing for whoever is no employee of a store. */
export function codeOf({ works }: DemoPerson): string {
  return works?.code ?? ''
}
