import { v7 as uuid } from 'uuid'
import { into, type Machine, type MachineShop } from './machine.ts'

export const columnsOfStores = [
  'stock.stock_counts.status',
  'stock.stock_transfers.status',
  'stock.chip_units.status',
  'shop.shifts.status',
  'shop.terminals.status',
  'selling.carts.status',
  'selling.approvals.status',
  'selling.offline_sales.status',
  'money.settlements.status',
] as const

/** The machines of a store: its papers, its drawers, its sales and its devices. */
export function machinesOfStores(shop: MachineShop): Record<(typeof columnsOfStores)[number], Machine> {
  const { app, store, manager, supervisor, cashier, tills, goods, at, done } = shop
  const merchant = `'${store.merchantId}'`
  let made = 0
  const cart = async () => (await tills.cart(cashier, [{ variantId: goods }])).id as string

  return {
    'stock.stock_counts.status': {
      // Goods are on one open sheet at a time.
      make: async () => {
        const variantIds = [await tills.product(store, { stock: 5 })]
        return done(supervisor, '/pos/inventory/counts', { storeId: store.id, variantIds })
      },
      events: {
        close: {
          ...{ by: supervisor, call: `stock.close_count(${merchant}, $1, null)` },
          moves: { OPEN: 'CLOSED' },
        },
        cancel: { by: supervisor, call: `stock.cancel_count(${merchant}, $1)`, moves: { OPEN: 'CANCELED' } },
        record: {
          ...{
            by: supervisor,
            call: `stock.record_count(${merchant}, $1, array(select variant_id from stock.stock_count_lines where count_id = $1), array[3::numeric], '{}', '{}')`,
          },
          moves: { OPEN: 'OPEN' },
        },
      },
    },
    'stock.stock_transfers.status': {
      make: async () => {
        const sister = await app.world.store({ id: store.merchantId, owner: manager })
        const toVariantId = await tills.product(sister, { stock: 1 })
        const lines = [{ variantId: goods, toVariantId, quantity: 1 }]
        return done(supervisor, '/pos/inventory/transfers', { toStoreId: sister.id, lines })
      },
      events: into(
        supervisor,
        (state) => `stock.end_transfer(${merchant}, $1, '${state}', null, null, null)`,
        // The paper of the sending store: the other store receives by its own.
        { SENT: {}, RECEIVED: {}, CANCELED: { SENT: 'CANCELED' } },
      ),
    },
    'stock.chip_units.status': {
      make: async () => {
        const [iccid] = await tills.chips(shop, await tills.product(store, { kind: 'CHIP' }), [
          7_100 + ++made,
        ])
        const { rows } = await app.admin.query('select id from stock.chip_units where iccid = $1', [iccid])
        return rows[0].id
      },
      events: {
        activate: {
          ...{ by: supervisor, call: `stock.activate_chip(${merchant}, $1)` },
          moves: { SOLD: 'ACTIVATED' },
        },
      },
    },
    'shop.shifts.status': {
      make: async () => tills.openShift(await app.world.member(store, 'cashier')),
      events: {
        close: {
          ...{ by: manager, call: `shop.close_shift(${merchant}, $1, null, 50000, null)` },
          moves: { OPEN: 'CLOSED' },
        },
        'move cash': {
          ...{ by: manager, call: `shop.add_cash_movement(${merchant}, $1, 'CASH_IN', 100, 'Cambio', null)` },
          moves: { OPEN: 'OPEN' },
        },
      },
    },
    'shop.terminals.status': {
      make: () => done(manager, '/pos/terminals', { storeId: store.id, name: `Caja ${++made}` }),
      events: {
        enable: {
          ...{
            by: manager,
            call: `shop.enable_terminal(${merchant}, $1, sha256(gen_random_uuid()::text::bytea))`,
          },
          moves: { ENABLED: 'ENABLED', DISABLED: 'ENABLED' },
        },
        disable: {
          ...{ by: manager, call: `shop.disable_terminal(${merchant}, $1)` },
          moves: { ENABLED: 'DISABLED', DISABLED: 'DISABLED' },
        },
      },
    },
    'selling.carts.status': {
      make: cart,
      events: {
        ...into(cashier, (state) => `selling.move_cart(${merchant}, $1, '${state}', '{}')`, {
          OPEN: { OPEN: 'OPEN', PARKED: 'OPEN' },
          PARKED: { OPEN: 'PARKED', PARKED: 'PARKED' },
          // One that is sold is shown again, as it is.
          FINALIZED: { FINALIZED: 'FINALIZED' },
          CANCELED: { OPEN: 'CANCELED', PARKED: 'CANCELED', CANCELED: 'CANCELED' },
        }),
        sell: {
          by: cashier,
          call: `selling.finalize_cart(${merchant}, $1, 1, '[{"method": "CASH", "amountCentavos": 1000}]')`,
          moves: { OPEN: 'FINALIZED' },
        },
        change: {
          by: cashier,
          call: `selling.change_cart(${merchant}, $1, '{"label": "Mesa 4"}')`,
          moves: { OPEN: 'OPEN' },
        },
      },
    },
    'selling.approvals.status': {
      make: async () =>
        done(cashier, '/pos/approvals', {
          ...{ type: 'DISCOUNT', scope: 'CART', cartId: await cart() },
          ...{ amountCentavos: 100, reason: 'Cliente frecuente' },
        }),
      events: {
        ...into(supervisor, (state) => `selling.decide_approval(${merchant}, $1, '${state}', null)`, {
          ...{ PENDING: {}, USED: {}, CANCELED: {} },
          APPROVED: { PENDING: 'APPROVED' },
          REJECTED: { PENDING: 'REJECTED' },
        }),
        withdraw: {
          by: cashier,
          call: `selling.cancel_approval(${merchant}, $1)`,
          moves: { PENDING: 'CANCELED' },
        },
      },
    },
    'selling.offline_sales.status': {
      make: async () => {
        const { rows } = await app.admin.query('select id from shop.shifts where merchant_id = $1', [
          store.merchantId,
        ])
        const tax = { taxRateBps: 1_600, isTaxExempt: false, isTaxIncluded: true }
        // Below the price of the catalog, so that it is held.
        const line = { variantId: goods, productName: 'Café', quantity: 1, unitPriceCentavos: 900, ...tax }
        const sold = { soldAt: new Date().toISOString(), lines: [line], shiftId: rows[0].id }
        const payments = [{ method: 'CASH', amountCentavos: 900 }]
        return done(cashier, '/pos/offline_sales', { id: uuid(), storeId: store.id, ...sold, payments })
      },
      events: {
        accept: {
          ...{ by: supervisor, call: `selling.accept_offline_sale(${merchant}, $1, false)` },
          moves: { HELD: 'BOOKED', BOOKED: 'BOOKED' },
        },
        discard: {
          ...{ by: supervisor, call: `selling.discard_offline_sale(${merchant}, $1, 'No existe')` },
          moves: { HELD: 'DISCARDED', DISCARDED: 'DISCARDED' },
        },
      },
    },
    'money.settlements.status': {
      make: () =>
        done(manager, '/pos/settlements/requests', {
          ...{ storeId: store.id, amountCentavos: 20_000, bankAccountId: shop.bankAccount },
        }),
      events: {
        cancel: {
          ...{ by: manager, call: `money.cancel_settlement(${at}, $1)` },
          moves: { REQUESTED: 'CANCELED' },
        },
        ...into(
          shop.operator,
          (state) =>
            `money.decide_settlement($1, '${state}', 'Por una razón', upper(left(md5(random()::text), 12)))`,
          {
            ...{ REQUESTED: {}, CANCELED: {} },
            APPROVED: { REQUESTED: 'APPROVED' },
            PROCESSING: { APPROVED: 'PROCESSING' },
            PAID: { PROCESSING: 'PAID' },
            RETURNED: { PAID: 'RETURNED' },
            REJECTED: { REQUESTED: 'REJECTED', APPROVED: 'REJECTED' },
            FAILED: { PROCESSING: 'FAILED' },
          },
        ),
      },
    },
  }
}
