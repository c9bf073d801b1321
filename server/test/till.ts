import { randomUUID } from 'node:crypto'
import type { Answer, App } from './app.ts'
import { iccid } from './workbook.ts'
import type { Member, Merchant, Person, Store } from './world.ts'

export interface Goods {
  readonly priceCentavos?: number
  readonly kind?: 'GOODS' | 'SERVICE' | 'CHIP'
  readonly unit?: 'PIECE' | 'KILOGRAM'
  readonly name?: string
  /** The code of the country's tax rate; default `IVA_16`. */
  readonly tax?: 'IVA_16' | 'IVA_8' | 'IVA_0' | 'EXENTO'
  readonly isTaxIncluded?: boolean
  /** The initial stock; without it stock is not tracked. */
  readonly stock?: number
  readonly barcode?: string
}

/** An id as a till makes one: a UUIDv7. */
export const deviceId = () => randomUUID().replace(/^(.{14})4/, '$17')

/** A shop with its people, and an open shift of the cashier. */
export interface Shop {
  readonly store: Store
  readonly manager: Member
  readonly supervisor: Member
  readonly cashier: Member
}

export interface Payment {
  readonly method: 'CASH' | 'CARD' | 'TRANSFER'
  readonly amountCentavos: number
  readonly tenderedCentavos?: number
  readonly reference?: string
}

export type Tills = ReturnType<typeof tillsOf>

/** Repeated steps of selling tests, as a till performs them. */
export function tillsOf(app: Pick<App, 'admin' | 'call' | 'world'>) {
  const ids = async (text: string, values: readonly unknown[]): Promise<string> =>
    (await app.admin.query<{ id: string }>(text, values as unknown[])).rows[0]?.id as string

  /** A store with a supervisor, and a cashier whose shift is open. */
  const shop = async (of?: Merchant): Promise<Shop> => {
    const store = await app.world.store(of)
    const supervisor = await app.world.member(store, 'supervisor')
    const cashier = await app.world.member(store, 'cashier')
    await openShift(cashier)
    return { store, manager: store.manager, supervisor, cashier }
  }

  /** @returns the shift's id */
  const openShift = async (member: Member): Promise<string> => {
    const opened = await app.call(member, 'POST', '/pos/shifts', {
      storeId: member.storeId,
      openingFloatCentavos: 50_000,
    })
    if (opened.status !== 201) throw new Error(opened.text)
    return opened.body.id
  }

  /** @returns the id of the product, which is also that of its default variant */
  const product = async (store: Pick<Store, 'id' | 'merchantId'>, goods: Goods = {}): Promise<string> => {
    const { stock, barcode } = goods
    const taxRate = await ids(
      'select id from catalog.tax_rates where merchant_id = $1 and store_id = $2 and template_code = $3',
      [store.merchantId, store.id, goods.tax ?? 'IVA_16'],
    )
    const id = await ids(
      `insert into catalog.products (merchant_id, id, store_id, permission_set, name, kind, unit, price_centavos,
                                 is_tax_included, tracks_stock, tax_rate_id)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), $3, $4, $5, $6, $7, $8, $9)
       returning id`,
      [
        store.merchantId,
        store.id,
        goods.name ?? 'Café de olla',
        goods.kind ?? 'GOODS',
        goods.unit ?? 'PIECE',
        goods.priceCentavos ?? 1_000,
        goods.isTaxIncluded ?? true,
        stock !== undefined,
        taxRate,
      ],
    )
    await variant(store, id)
    if (stock !== undefined && stock > 0)
      await app.admin.query(
        `select stock.move_stock($1, $2, 'RECEIPT', null, null, array[$3::uuid], array[$4::numeric])`,
        [store.merchantId, store.id, id, stock],
      )
    if (barcode !== undefined)
      await app.admin.query(
        `insert into catalog.barcodes (merchant_id, id, store_id, permission_set, variant_id, code)
         values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), $3, $4)`,
        [store.merchantId, store.id, id, barcode],
      )
    return id
  }

  /** The product's default variant, or another one with a name and optionally its own price. */
  const variant = (
    store: Pick<Store, 'id' | 'merchantId'>,
    productId: string,
    other?: { readonly name: string; readonly priceCentavos?: number },
  ): Promise<string> =>
    ids(
      `insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id, name, price_centavos)
       values ($1, $2, $3, authz.set_of($1, $3, 'catalog'), $4, $5, $6)
       on conflict (merchant_id, id) do update set name = excluded.name returning id`,
      [
        store.merchantId,
        other === undefined ? productId : randomUUID(),
        store.id,
        productId,
        other?.name ?? null,
        other?.priceCentavos ?? null,
      ],
    )

  /** Adds chips with these numbers to stock, oldest first, and switches chip sales on. */
  const chips = async (shop: Shop, productId: string, numbers: readonly number[]): Promise<string[]> => {
    await app.admin.query(`insert into settings.settings (key, value) values ('vas_chips', 'true')
      on conflict (key) do update set value = excluded.value`)
    const { merchantId, id: storeId } = shop.store
    const importId = await ids(
      `insert into stock.chip_imports (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash,
                                     sheet_name, row_count, imported_by)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'inventory'), $3, 'chips.xlsx',
               sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'Hoja1', $4, $5) returning id`,
      [merchantId, storeId, productId, numbers.length, shop.supervisor.id],
    )
    for (const [row, no] of numbers.entries())
      await app.admin.query(
        `insert into stock.chip_units (merchant_id, id, store_id, permission_set, product_id, import_id, import_row, iccid)
         values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'inventory'), $3, $4, $5, $6)`,
        [merchantId, storeId, productId, importId, row + 1, iccid(no)],
      )
    return numbers.map(iccid)
  }

  /** Opens a cart with these goods. */
  const cart = async (
    who: Member,
    lines: readonly { readonly variantId: string; readonly quantity?: number; readonly note?: string }[],
    more: object = {},
  ): Promise<Answer['body']> => {
    const opened = await app.call(who, 'POST', '/pos/carts', { storeId: who.storeId, lines, ...more })
    if (opened.status !== 201) throw new Error(opened.text)
    return opened.body
  }

  /** Pays exactly the cart's total, in cash by default. */
  const finalize = (
    who: Pick<Person, 'token'>,
    cart: { readonly id: string; readonly version: number; readonly totalCentavos: number },
    payments?: readonly Payment[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    app.call(
      who,
      'POST',
      `/pos/carts/${cart.id}/finalize`,
      {
        version: cart.version,
        payments:
          payments ??
          (cart.totalCentavos === 0 ? [] : [{ method: 'CASH', amountCentavos: cart.totalCentavos }]),
      },
      headers,
    )

  /** @returns the answer to a sale of these goods */
  const sale = async (who: Member, lines: Parameters<typeof cart>[1]): Promise<Answer['body']> => {
    const sold = await finalize(who, await cart(who, lines))
    if (sold.status !== 201) throw new Error(sold.text)
    return sold.body
  }

  const onHand = async (variantId: string): Promise<number> => {
    const { rows } = await app.admin.query('select on_hand from stock.stock_levels where id = $1', [
      variantId,
    ])
    return Number(rows[0]?.on_hand ?? 0)
  }

  return { shop, openShift, product, variant, chips, cart, finalize, sale, onHand }
}
