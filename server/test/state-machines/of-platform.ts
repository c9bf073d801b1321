import { settlementShop } from '../settlement-shop.ts'
import { iccid } from '../workbook.ts'
import { into, type Machine, type MachineShop } from './machine.ts'

export const columnsOfPlatform = [
  'money.deposits.status',
  'money.bank_accounts.status',
  'platform.merchants.status',
  'identity.accounts.status',
  'platform.given_up_work.status',
  'stock.chip_incidents.status',
] as const

/** The machines that staff of the platform decide about. */
export function machinesOfPlatform(shop: MachineShop): Record<(typeof columnsOfPlatform)[number], Machine> {
  const { app, store, manager, tills, operator, admin, done } = shop
  const reason = `'Por una razón'`
  let made = 0

  return {
    'money.deposits.status': {
      make: async () => {
        const { rows } = await app.admin.query(
          `select (now() at time zone 'America/Mexico_City')::date::text as day`,
        )
        const transfer = { claveRastreo: `MAQUINA${++made}`, paidOn: rows[0].day }
        return done(manager, '/pos/deposits', { storeId: store.id, amountCentavos: 100, ...transfer })
      },
      events: into(operator, (state) => `money.review_deposit($1, '${state}', ${reason})`, {
        REPORTED: {},
        CREDITED: { REPORTED: 'CREDITED' },
        REJECTED: { REPORTED: 'REJECTED' },
      }),
    },
    'money.bank_accounts.status': {
      // The fifth rejection of a merchant would lock its verification.
      make: async () => {
        await app.admin.query('update platform.verifications set rejections = 0 where merchant_id = $1', [
          store.merchantId,
        ])
        return settlementShop(app, operator).bankAccount(store.merchantId, 'PENDING')
      },
      events: into(operator, (state) => `platform.decide_bank_account($1, '${state}', ${reason})`, {
        ...{ PENDING: {}, EXPIRED: {} },
        VERIFIED: { PENDING: 'VERIFIED', EXPIRED: 'VERIFIED' },
        REJECTED: { PENDING: 'REJECTED', VERIFIED: 'REJECTED', EXPIRED: 'REJECTED' },
      }),
    },
    'platform.merchants.status': {
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
    'identity.accounts.status': {
      make: async () => (await app.world.person()).id,
      events: into(admin, (state) => `platform.set_account_status($1, '${state}', ${reason})`, {
        ACTIVE: { ACTIVE: 'ACTIVE', BLOCKED: 'ACTIVE' },
        BLOCKED: { ACTIVE: 'BLOCKED', BLOCKED: 'BLOCKED' },
      }),
    },
    'platform.given_up_work.status': {
      make: async () => {
        const workflowId = `gone:${++made}`
        await app.admin.query(`select platform.note_given_up($1, 'test.job', '{}', 1, 'x', now())`, [
          workflowId,
        ])
        const { rows } = await app.admin.query(
          'select id from platform.given_up_work where workflow_id = $1',
          [workflowId],
        )
        return rows[0].id
      },
      events: into(operator, (state) => `platform.decide_given_up($1, '${state}', ${reason})`, {
        OPEN: {},
        RETRIED: { OPEN: 'RETRIED' },
        DISMISSED: { OPEN: 'DISMISSED' },
      }),
    },
    'stock.chip_incidents.status': {
      make: async () => {
        const other = await tills.shop()
        const number = 7_200 + ++made
        for (const each of [shop, other])
          await tills.chips(each, await tills.product(each.store, { kind: 'CHIP' }), [number])
        await app.admin.query('select stock.open_chip_incidents(array[$1])', [iccid(number)])
        const { rows } = await app.admin.query('select id from stock.chip_incidents where iccid = $1', [
          iccid(number),
        ])
        return rows[0].id
      },
      events: {
        close: {
          ...{ by: operator, call: `stock.close_chip_incident($1, ${reason})` },
          moves: { OPEN: 'CLOSED' },
        },
      },
    },
  }
}
