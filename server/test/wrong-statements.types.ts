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

// mismatch: PostgreSQL says: column "nick_name" does not exist
export const noSuchColumn = (tx: AnyTx) =>
  tx.rows(sql<{ name: string }>`select nick_name as name from shop.stores`)

// mismatch: the row type has nickName, but the statement returns no such column
export const notSelected = (tx: AnyTx) =>
  tx.rows(sql<{ name: string; nickName: string }>`select name from shop.stores`)

// mismatch: the statement returns code, but the row type has no such property
export const notSaid = (tx: AnyTx) => tx.rows(sql<{ name: string }>`select name, code from shop.stores`)

// mismatch: amount is number, but int8 is returned as bigint
export const wrongType = (tx: AnyTx) =>
  tx.rows(sql<{ amount: number }>`select available_centavos as amount from money.wallets`)

// mismatch: address is string, but it can be null
export const wrongNull = (tx: AnyTx) => tx.rows(sql<{ address: string }>`select address from shop.stores`)

// mismatch: name is string, but it can be null
export const nullOfOuterJoin = (tx: AnyTx) =>
  tx.rows(sql<{ id: string; name: string }>`
    select s.id, t.name from shop.stores s left join shop.terminals t on t.store_id = s.id`)

// mismatch: total is number, but it can be null
export const nullOfNoRows = (tx: AnyTx) =>
  tx.rows(sql<{ total: number }>`select sum(version)::int as total from vas.term_sheets`)

// mismatch: said is string, but it can be null
export const nullParameter = (tx: AnyTx, text: string | null) =>
  tx.rows(sql<{ said: string }>`select ${text}::text as said`)

// mismatch: `limit` is string, but PostgreSQL expects int4
export const wrongParameter = (tx: AnyTx, limit: string) =>
  tx.rows(sql<{ id: string }>`select id from audit.unsealed(${limit})`)

// mismatch: `ids` is string, but PostgreSQL expects uuid[]
export const listParameter = (tx: AnyTx, ids: string) =>
  tx.rows(sql`select from shop.stores where id = any (${ids}::uuid[])`)

// mismatch: role is "cashier" | "manager", but the column can contain 'supervisor'
export const missingWord = (tx: AnyTx) =>
  tx.rows(sql<{ role: 'cashier' | 'manager' }>`select role from shop.memberships`)

// mismatch: sale.at is Date, but jsonb has no such value: use AsJson<…>
export const dateInJson = (tx: AnyTx) =>
  tx.rows(sql<{ sale: { at: Date } }>`select jsonb_build_object('at', now()) as sale`)

// mismatch: the row has type any: declare its type
// biome-ignore lint/suspicious/noExplicitAny: that is the lie
export const anyRow = (tx: AnyTx) => tx.rows(sql<any>`select name from shop.stores`)

const narrowed = (name: string | undefined): Sql =>
  // mismatch: PostgreSQL says: column "titel" does not exist
  name === undefined ? sql`true` : sql`titel = ${name}`
export const wrongPart = (tx: AnyTx, name: string | undefined) =>
  tx.rows(sql`select from shop.stores where ${narrowed(name)}`)

// mismatch: no statement uses this template
export const neverSent = sql`select nothing from nowhere`

// mismatch: `part` cannot be read without running it: write SQL in a template, and name parts by constants or functions
export const unreadable = (tx: AnyTx, [part]: readonly [Sql]) => tx.rows(sql`select ${part}`)

function oneOfThree(name: string): Sql {
  if (name === 'first') return sql`true`
  if (name === 'second') return sql`false`
  // mismatch: no statement uses this template
  return sql`null`
}
// mismatch: `sql`select from shop.stores where ${oneOfThree(name)}`` has a part that depends on several conditions: choose it from a table
export const severalConditions = (tx: AnyTx, name: string) =>
  tx.rows(sql`select from shop.stores where ${oneOfThree(name)}`)
