import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { SettingKey } from '../settings/values/registry.ts'
import { type SealBankAccount, seedBankAccount, verifyMerchant } from './bank-accounts.ts'
import { seedChips } from './chips.ts'
import { type DemoCategory, groceries, stationery } from './goods.ts'
import { seedHistory } from './history.ts'
import { type DemoMerchant, type DemoPerson, demoPassword, demoPeople } from './people.ts'
import { seedStock } from './stock.ts'
import { codeOf, seedCode, seedShift } from './tills.ts'

const merchants = {
  abarrotes: {
    name: 'Comercializadora La Esperanza, S.A. de C.V.',
    tradeName: 'Abarrotes La Esperanza',
    fundsCentavos: 2_500_000,
    clabe: '072650001234567819',
  },
  papeleria: {
    name: 'Pedro Salinas Ruiz',
    tradeName: 'Papelería El Lápiz',
    fundsCentavos: 800_000,
    clabe: '012650001987654327',
  },
} as const satisfies Record<
  DemoMerchant,
  { name: string; tradeName: string; fundsCentavos: number; clabe: string }
>

const stores = [
  {
    merchant: 'abarrotes',
    name: 'La Esperanza Centro',
    code: 'CENTRO',
    address: 'Av. Juárez 112, Centro, Puebla',
    goods: groceries,
  },
  {
    merchant: 'abarrotes',
    name: 'La Esperanza Norte',
    code: 'NORTE',
    address: 'Calle 5 Norte 890, Puebla',
    goods: groceries,
  },
  {
    merchant: 'papeleria',
    name: 'El Lápiz',
    code: 'LAPIZ',
    address: 'Insurgentes Sur 45, Ciudad de México',
    goods: stationery,
  },
] as const

/** Settings of the demo: no second factor is needed, and billers can be looked up. */
const settings: Partial<Record<SettingKey, boolean | string>> = {
  'platform.second_factor_required': false,
  vas_adeudo_lookup: true,
  // A provider's published test account.
  'deposits.clabe': '646180110400000007',
  'deposits.beneficiary': 'Mostrador Demo SA de CV',
}

/**
 * Fills an empty database with the demo: people, two merchants, three stores, goods and money. Whatever
 * functions of the product do is done by them, as the person who would do it; a database with people is left
 * alone.
 *
 * @param product fills the catalog of value-added services, and seals what the product seals
 * @param historyDays days of history, up to yesterday, for a demo without sales
 */
export async function seedDemo(
  adminUrl: string,
  product: { sync(): Promise<unknown>; readonly sealBankAccount: SealBankAccount },
  historyDays = 0,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('mostrador demo'))`)
    const { rows } = await client.query('select exists (select from identity.accounts) as filled')
    if (!rows[0].filled) await inTransaction(client, () => seed(client, product.sealBankAccount))
    const { rows: catalog } = await client.query('select exists (select from vas.products) as filled')
    if (!catalog[0].filled) await product.sync()
    await inTransaction(client, () => seedHistory(client, historyDays))
  } finally {
    await client.end()
  }
}

async function seed(client: pg.Client, sealBankAccount: SealBankAccount): Promise<void> {
  const accounts = await seedPeople(client)
  const idOf = (person: DemoPerson | undefined) => accounts.get(person?.email ?? '') as string
  const admin = demoPeople.find(({ label }) => label === 'platformAdmin')
  const operator = demoPeople.find(({ label }) => label === 'platformOperator')
  await actAs(client, idOf(admin), 'admin')
  for (const [key, value] of Object.entries(settings))
    await client.query('select settings.put_setting($1, $2::jsonb)', [key, JSON.stringify(value)])
  for (const [key, merchant] of Object.entries(merchants)) {
    const owner = demoPeople.find(({ owns }) => owns === key) as DemoPerson
    await actAs(client, idOf(admin), 'admin')
    const { rows } = await client.query(
      `select merchant_id from platform.create_merchant($1, $2, null, 'America/Mexico_City', null, $3, $4, null)`,
      [merchant.name, merchant.tradeName, owner.email, owner.name],
    )
    const merchantId = rows[0].merchant_id as string
    await client.query(
      `select money.post($1, 'deposit', app.uuid_v7(), array['deposits_clearing', 'wallet'], array[-$2::bigint, $2::bigint], 'Saldo inicial de la demo')`,
      [merchantId, merchant.fundsCentavos],
    )
    await actAs(client, idOf(owner), '')
    const staff = demoPeople.filter(({ works }) => works?.merchant === key)
    for (const [index, store] of stores.filter((each) => each.merchant === key).entries()) {
      const storeId = await seedStore(client, merchantId, store)
      if (key === 'abarrotes' && index === 0) await seedChips(client, merchantId, storeId)
      await seedStock(client, merchantId, storeId, key === 'abarrotes')
      // The team and the chips are in the first store; the second one has only the owner.
      if (index > 0) continue
      const sealed = await sealBankAccount(merchant.clabe, merchantId)
      const accountId = await seedBankAccount(client, { merchantId, storeId }, owner.name, sealed)
      await actAs(client, idOf(operator), 'operator')
      await verifyMerchant(client, merchantId, accountId)
      await actAs(client, idOf(owner), '')
      const at = { merchantId, storeId }
      await seedCustomers(client, merchantId, storeId)
      for (const person of staff) {
        const { rows: admitted } = await client.query('select shop.admit_member($1, $2, $3, $4) as id', [
          merchantId,
          storeId,
          idOf(person),
          person.works?.role,
        ])
        await seedCode(client, at, admitted[0].id, codeOf(person))
        if (person.works?.hasShift !== true) continue
        await actAs(client, idOf(person), '')
        await seedShift(client, at, admitted[0].id)
        await actAs(client, idOf(owner), '')
      }
    }
  }
}

async function seedPeople(client: pg.Client): Promise<Map<string, string>> {
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const accounts = new Map<string, string>()
  const admin = demoPeople.find(({ label }) => label === 'platformAdmin') as DemoPerson
  accounts.set(admin.email, await seedFirstAdmin(client, admin, passwordHash))
  for (const { email, name } of demoPeople.filter((person) => person !== admin)) {
    const opened = await client.query('select id from identity.open_account($1, $2)', [email, name])
    const id = opened.rows[0].id as string
    accounts.set(email, id)
    await client.query('select identity.set_password($1, $2, true, true)', [id, passwordHash])
  }
  // An administrator grants labels, which is audited.
  await actAs(client, accounts.get(admin.email) as string, 'admin')
  for (const { email, label } of demoPeople.filter((person) => person !== admin))
    if (label !== undefined) await client.query('select platform.grant_label($1, $2)', [email, label])
  return accounts
}

/** The first administrator uses a set-up link, as in every installation. */
async function seedFirstAdmin(client: pg.Client, person: DemoPerson, passwordHash: string): Promise<string> {
  const linkHash = createHash('sha256').update(randomBytes(32)).digest()
  await client.query('select identity.mint_setup_link($1)', [linkHash])
  const { rows } = await client.query('select identity.make_first_admin($1, $2, $3, $4) as id', [
    linkHash,
    person.email,
    person.name,
    passwordHash,
  ])
  return rows[0].id as string
}

/** Two customers with an RFC: the general public, and a company of the tax authority's examples. */
async function seedCustomers(client: pg.Client, merchantId: string, storeId: string): Promise<void> {
  await client.query(
    `insert into selling.customers (merchant_id, id, store_id, permission_set, name, email, phone, rfc)
     select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'sales'), c.name, c.email, c.phone, c.rfc
       from (values ('Público en general', null, null, 'XAXX010101000'),
                    ('Escuela Kemper Urgate, S.A. de C.V.', 'compras@kemper.example', '222 555 0134', 'EKU9003173C9'))
            c (name, email, phone, rfc)`,
    [merchantId, storeId],
  )
}

async function seedStore(
  client: pg.Client,
  merchantId: string,
  store: (typeof stores)[number],
): Promise<string> {
  const { rows } = await client.query(
    `select id from shop.create_store($1, $2, $3, '55 5000 0000', $4, 'America/Mexico_City', 'GENERAL')`,
    [merchantId, store.name, store.code, store.address],
  )
  const storeId = rows[0].id as string
  for (const name of ['Caja 1', 'Caja 2']) {
    await client.query(
      `insert into shop.terminals (merchant_id, id, store_id, permission_set, name)
       values ($1, $2, $3, authz.set_of($1, $3, 'stores'), $4)`,
      [merchantId, uuid(), storeId, name],
    )
  }
  for (const [position, category] of store.goods.entries())
    await seedGoods(client, merchantId, storeId, category, position)
  return storeId
}

async function seedGoods(
  client: pg.Client,
  merchantId: string,
  storeId: string,
  category: DemoCategory,
  position: number,
): Promise<void> {
  const categoryId = uuid()
  await client.query(
    `insert into catalog.categories (merchant_id, id, store_id, permission_set, name, color, picture, position)
     values ($1, $2, $3, authz.set_of($1, $3, 'catalog'), $4, $5, $6, $7)`,
    [merchantId, categoryId, storeId, category.name, category.color, category.picture, position],
  )
  for (const product of category.products) {
    await client.query(
      `insert into catalog.products (merchant_id, id, store_id, permission_set, category_id, sku, name, price_centavos, picture)
       values ($1, $2, $3, authz.set_of($1, $3, 'catalog'), $4, $5, $6, $7, $8)`,
      [
        merchantId,
        uuid(),
        storeId,
        categoryId,
        product.sku,
        product.name,
        product.priceCentavos,
        product.picture ?? category.picture,
      ],
    )
  }
}

/** Sets the person in whose name the next functions run, until the transaction ends. */
async function actAs(client: pg.Client, accountId: string, platformRole: string): Promise<void> {
  await client.query(`select set_config('app.account_id', $1, true), set_config('app.platform', $2, true)`, [
    accountId,
    platformRole,
  ])
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
