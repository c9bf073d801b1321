import { type Sql, sql } from '../src/database/sql.ts'
import type { Tx } from '../src/database/tx.ts'

// Statements that lie, each below what the check has to say of it. All of them compile.

type AnyTx = Tx<'public'>

export const right = (tx: AnyTx, id: string, name: string | null) =>
  tx.rows(sql<{
    id: string
    name: string
    role: 'cashier' | 'supervisor' | 'manager'
    many: bigint
    code: string | null
  }>`
    select m.id, coalesce(${name}, s.name, '') as name, m.role, count(*) over () as many, t.name as code
      from shop.memberships m join shop.stores s on s.merchant_id = m.merchant_id and s.id = m.store_id
      left join shop.terminals t on t.merchant_id = s.merchant_id and t.store_id = s.id
     where m.id = ${id} and m.ended_at is not null`)

// lie: PostgreSQL says: column "nick_name" does not exist
export const noSuchColumn = (tx: AnyTx) =>
  tx.rows(sql<{ name: string }>`select nick_name as name from shop.stores`)

// lie: the row type has nickName, and the statement answers no such column
export const notSelected = (tx: AnyTx) =>
  tx.rows(sql<{ name: string; nickName: string }>`select name from shop.stores`)

// lie: the statement answers code, and the row type has no such property
export const notSaid = (tx: AnyTx) => tx.rows(sql<{ name: string }>`select name, code from shop.stores`)

// lie: amount is number, and int8 comes back as bigint
export const wrongType = (tx: AnyTx) =>
  tx.rows(sql<{ amount: number }>`select available_centavos as amount from money.wallets`)

// lie: address is string, and it can be null
export const wrongNull = (tx: AnyTx) => tx.rows(sql<{ address: string }>`select address from shop.stores`)

// lie: name is string, and it can be null
export const nullOfOuterJoin = (tx: AnyTx) =>
  tx.rows(sql<{ id: string; name: string }>`
    select s.id, t.name from shop.stores s left join shop.terminals t on t.store_id = s.id`)

// lie: total is number, and it can be null
export const nullOfNoRows = (tx: AnyTx) =>
  tx.rows(sql<{ total: number }>`select sum(version)::int as total from vas.term_sheets`)

// lie: said is string, and it can be null
export const nullParameter = (tx: AnyTx, text: string | null) =>
  tx.rows(sql<{ said: string }>`select ${text}::text as said`)

// lie: `limit` is string, and PostgreSQL takes int4 there
export const wrongParameter = (tx: AnyTx, limit: string) =>
  tx.rows(sql<{ id: string }>`select id from audit.never_sealed(${limit}) id`)

// lie: `ids` is string, and PostgreSQL takes uuid[] there
export const listParameter = (tx: AnyTx, ids: string) =>
  tx.rows(sql`select from shop.stores where id = any (${ids}::uuid[])`)

// lie: role is "cashier" | "manager", and the column can hold 'supervisor'
export const missingWord = (tx: AnyTx) =>
  tx.rows(sql<{ role: 'cashier' | 'manager' }>`select role from shop.memberships`)

// lie: sale.at is Date, and jsonb holds no such value: say AsJson<…>
export const dateInJson = (tx: AnyTx) =>
  tx.rows(sql<{ sale: { at: Date } }>`select jsonb_build_object('at', now()) as sale`)

// lie: the row is any: say what comes back, or nothing
// biome-ignore lint/suspicious/noExplicitAny: that is the lie
export const anyRow = (tx: AnyTx) => tx.rows(sql<any>`select name from shop.stores`)

const narrowed = (name: string | undefined): Sql =>
  // lie: PostgreSQL says: column "titel" does not exist
  name === undefined ? sql`true` : sql`titel = ${name}`
export const wrongPart = (tx: AnyTx, name: string | undefined) =>
  tx.rows(sql`select from shop.stores where ${narrowed(name)}`)

// lie: no statement that is sent has this in it
export const neverSent = sql`select nothing from nowhere`

// lie: `part` cannot be read without running it: write SQL in a template, and name parts by constants or functions
export const unreadable = (tx: AnyTx, [part]: readonly [Sql]) => tx.rows(sql`select ${part}`)
