import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Picture } from './picture.ts'
import type { StoredFile } from './schema.ts'

const columns = sql`id, store_id as "storeId", purpose, content_type as "contentType", width, height,
  created_at as "createdAt"`

export interface Upload extends Picture {
  readonly merchantId: string
  readonly storeId: string
  readonly id: string
  readonly purpose: StoredFile['purpose']
  readonly content: Buffer
  readonly contentHash: Buffer
}

/** The permission set of what a picture belongs to, when the caller may add to it; otherwise undefined. */
export async function setFor(
  tx: Tx<'rows'>,
  { merchantId, storeId, purpose }: Pick<Upload, 'merchantId' | 'storeId' | 'purpose'>,
): Promise<number | undefined> {
  const set =
    purpose === 'CATALOG'
      ? sql`authz.set_of(${merchantId}, ${storeId}, 'catalog')`
      : sql`(select t.permission_set from catalog.merchant_themes t where t.merchant_id = ${merchantId})`
  const found = await tx.first(sql<{ set: number }>`
    select s.set from (select ${set} as set) s where s.set = any (app.creatable_sets())`)
  return found?.set
}

/** Stores a picture; undefined when it is stored already. */
export function keep(tx: Tx<'rows'>, of: Upload, set: number): Promise<StoredFile | undefined> {
  return tx.first(sql<StoredFile>`
    insert into catalog.files (merchant_id, id, store_id, permission_set, purpose, content_type, width, height, content,
                           content_hash, uploaded_by)
    values (${of.merchantId}, ${of.id}, ${of.purpose === 'CATALOG' ? of.storeId : null}, ${set}, ${of.purpose},
            ${of.contentType}, ${of.width}, ${of.height}, ${of.content}, ${of.contentHash}, ${tx.principal.accountId})
    on conflict (merchant_id, permission_set, content_hash) do nothing
    returning ${columns}`)
}

/** Counts the bytes against the merchant's quota. @throws Problem `storage_quota_exceeded` */
export function takeStorage(tx: Tx<'rows'>, of: Upload): Promise<unknown> {
  return tx.rows(sql`select catalog.take_file_storage(${of.merchantId}, ${of.content.length})`)
}

export function same(tx: Tx<'rows'>, of: Upload, set: number): Promise<StoredFile> {
  return tx.one(sql<StoredFile>`
    select ${columns} from catalog.files
     where merchant_id = ${of.merchantId} and permission_set = ${set} and content_hash = ${of.contentHash}`)
}

export function audit(tx: Tx<'rows'>, of: Upload): Promise<unknown> {
  const { purpose, contentType, width, height } = of
  return tx.rows(sql`select audit.record_at(${of.merchantId}, ${of.storeId}, 'file.uploaded', 'file', ${of.id}, null,
    ${JSON.stringify({ purpose, contentType, width, height, bytes: of.content.length })}::jsonb)`)
}

export interface Content {
  readonly contentType: string
  readonly content: Buffer
  readonly hash: string
}

/** @throws Problem `not_found` */
export function content(tx: Tx<'rows'>, { merchantIds }: Scope, id: string): Promise<Content> {
  return tx.one(sql<Content>`
    select content_type as "contentType", content, encode(content_hash, 'hex') as hash from catalog.files
     where merchant_id = any (${merchantIds}::uuid[]) and id = ${id}`)
}

/** Deletes up to this many pictures of a merchant that were uploaded a day ago and that nothing shows; returns how many. */
export async function eraseUnshown(tx: Tx<'worker'>, merchantId: string, count: number): Promise<number> {
  const { erased } = await tx.one(
    sql<{ erased: number }>`select catalog.erase_unshown_pictures(${merchantId}, ${count}) as erased`,
  )
  return erased
}
