import { settlementShop } from '../settlement-shop.ts'
import { into, type Machine, type MachineShop } from './machine.ts'

/** The machines that staff of the platform decide about. */
export function machinesOfPlatform(shop: MachineShop): readonly Machine[] {
  const { app, store, manager, tills, operator, admin, done } = shop
  const reason = `'Por una razón'`

  return [
    {
      column: 'money.deposits.status',
      make: async () => {
        const { rows } = await app.admin.query(
          `select (now() at time zone 'America/Mexico_City')::date::text as day`,
        )
        const transfer = { claveRastreo: 'MAQUINA00000071', paidOn: rows[0].day }
        return done(manager, '/pos/deposits', { storeId: store.id, amountCentavos: 100, ...transfer })
      },
      events: into(operator, (state) => `money.review_deposit($1, '${state}', ${reason})`, {
        REPORTED: {},
        CREDITED: { REPORTED: 'CREDITED' },
        REJECTED: { REPORTED: 'REJECTED' },
      }),
    },
    {
      column: 'money.bank_accounts.status',
      make: () => settlementShop(app, operator).bankAccount(store.merchantId, 'PENDING'),
      events: into(operator, (state) => `platform.decide_bank_account($1, '${state}', ${reason})`, {
        ...{ PENDING: {}, EXPIRED: {} },
        VERIFIED: { PENDING: 'VERIFIED', EXPIRED: 'VERIFIED' },
        REJECTED: { PENDING: 'REJECTED', VERIFIED: 'REJECTED', EXPIRED: 'REJECTED' },
      }),
    },
    {
      column: 'platform.merchants.status',
      make: async () => (await app.world.merchant({ name: 'Comercio que cierra' })).id,
      events: {
        ...into(admin, (state) => `platform.set_merchant_status($1, '${state}', ${reason})`, {
          ACTIVE: { ACTIVE: 'ACTIVE', SUSPENDED: 'ACTIVE' },
          SUSPENDED: { ACTIVE: 'SUSPENDED', SUSPENDED: 'SUSPENDED' },
          CLOSED: {},
        }),
        close: {
          ...{ by: admin, call: `platform.close_merchant($1, 'Comercio que cierra', ${reason})` },
          moves: { ACTIVE: 'CLOSED', SUSPENDED: 'CLOSED' },
        },
      },
    },
    {
      column: 'identity.accounts.status',
      make: async () => (await app.world.person()).id,
      events: into(admin, (state) => `platform.set_account_status($1, '${state}', ${reason})`, {
        ACTIVE: { ACTIVE: 'ACTIVE', BLOCKED: 'ACTIVE' },
        BLOCKED: { ACTIVE: 'BLOCKED', BLOCKED: 'BLOCKED' },
      }),
    },
    {
      column: 'platform.given_up_work.status',
      make: async () => {
        const { rows } = await app.admin.query(
          `with noted as (select platform.note_given_up('gone:71', 'test.job', '{}', 1, 'x', now()))
           select id from noted, platform.given_up_work`,
        )
        if (rows[0] !== undefined) return rows[0].id
        return (await app.admin.query('select id from platform.given_up_work')).rows[0].id
      },
      events: into(operator, (state) => `platform.decide_given_up($1, '${state}', ${reason})`, {
        OPEN: {},
        RETRIED: { OPEN: 'RETRIED' },
        DISMISSED: { OPEN: 'DISMISSED' },
      }),
    },
    {
      column: 'stock.chip_incidents.status',
      make: async () => {
        const other = await tills.shop()
        for (const each of [shop, other])
          await tills.chips(each, await tills.product(each.store, { kind: 'CHIP' }), [72])
        await app.admin.query('select stock.open_chip_incidents()')
        return (await app.admin.query('select id from stock.chip_incidents')).rows[0].id
      },
      events: {
        close: {
          ...{ by: operator, call: `stock.close_chip_incident($1, ${reason})` },
          moves: { OPEN: 'CLOSED' },
        },
      },
    },
  ]
}
