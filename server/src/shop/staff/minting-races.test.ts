import { beforeAll, expect, test } from 'vitest'
import type { RunningProduct } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { sharedProduct } from '../../../test/shared-product.ts'

let app: RunningProduct

beforeAll(async () => {
  app = await sharedProduct()
})

test('a supervisor generates no PIN for somebody who is just becoming a supervisor', async () => {
  const store = await app.world.store()
  const supervisor = await app.world.member(store, 'supervisor')
  const promoted = await app.world.member(store, 'cashier')
  const { rows } = await app.admin.query('select id from shop.employees where membership_id = $1', [
    promoted.membershipId,
  ])
  const employeeId = rows[0].id
  const client = await app.admin.connect()
  try {
    await client.query('begin')
    await client.query('select app.lock_authority($1)', [promoted.id])
    await client.query(`select shop.set_role(m, 'supervisor') from shop.memberships m where m.id = $1`, [
      promoted.membershipId,
    ])
    const minting = app.call(supervisor, 'POST', `/pos/employees/${employeeId}/pin`, {})
    await expect.poll(() => lockWaits(app.name, 'mint_pin')).toBe(1)
    await client.query('commit')
    expect((await minting).body).toMatchObject({ status: 403, code: 'forbidden' })
  } finally {
    await client.query('rollback')
    client.release()
  }
  const pins = await app.admin.query('select from shop.employee_pins where employee_id = $1', [employeeId])
  expect(pins.rowCount).toBe(0)
})
