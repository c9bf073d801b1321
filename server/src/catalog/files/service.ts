import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { assertActive } from '../../authorization/guard.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { everyMerchant } from '../../jobs/every-merchant.ts'
import { Problem } from '../../problem/problem.ts'
import { pictureOf } from './picture.ts'
import * as queries from './queries.ts'
import type { NewFile, StoredFile } from './schema.ts'

const mostPixelsPerSide = 4_096
const picturesAtOnce = 100

export type FilesService = ReturnType<typeof filesService>

/**
 * Pictures that a merchant uploads. The type is detected from the content; who may read one depends on what
 * it belongs to. A picture is never changed: a different picture is a new file, and the same one is stored
 * once. Owns catalog.files, catalog.file_storage.
 */
export function filesService({ database }: { database: Database }) {
  /** @throws Problem `forbidden` · `merchant_suspended` · `picture_unsupported` · `picture_too_large` · `storage_quota_exceeded` */
  const upload = (grant: Grant<'rows'>, { storeId, purpose, file }: NewFile): Promise<StoredFile> =>
    database.write(grant, async (tx) => {
      const membership = tx.principal.memberships.find((each) => each.storeId === storeId)
      if (membership === undefined) throw mayNot(purpose)
      assertActive(membership)
      const { merchantId } = membership
      const set = await queries.setFor(tx, { merchantId, storeId, purpose })
      if (set === undefined) throw mayNot(purpose)
      const picture = pictureOf(file.bytes)
      if (picture === undefined)
        throw new Problem('picture_unsupported', { detail: 'Send a PNG, JPEG or WebP picture.' })
      const { width, height } = picture
      if (Math.min(width, height) < 1 || Math.max(width, height) > mostPixelsPerSide) {
        throw new Problem('picture_too_large', {
          detail: `Each side may have up to ${mostPixelsPerSide} pixels; this picture has ${width} × ${height}.`,
        })
      }
      const contentHash = createHash('sha256').update(file.bytes).digest()
      const of = { ...picture, merchantId, storeId, id: uuid(), purpose, content: file.bytes, contentHash }
      const kept = await queries.keep(tx, of, set)
      if (kept === undefined) return queries.same(tx, of, set)
      await queries.takeStorage(tx, of)
      await queries.audit(tx, of)
      return kept
    })

  /** @throws Problem `not_found` */
  const content = (grant: Grant<'rows'>, id: string): Promise<queries.Content> =>
    database.read(grant, (tx) => queries.content(tx, scopeOf(tx), id))

  return { upload, content }
}

/**
 * Deletes pictures that nothing shows: photos of products that were never saved, and former logos; returns the number deleted.
 * Each merchant's are compared with its own catalog and theme, a batch in a transaction.
 */
export const eraseUnshownPictures = (database: Database) => async (): Promise<number> => {
  let erased = 0
  for await (const merchantId of everyMerchant(database)) {
    for (let count = picturesAtOnce; count === picturesAtOnce; erased += count)
      count = await database.worker((tx) => queries.eraseUnshown(tx, merchantId, picturesAtOnce))
  }
  return erased
}

function mayNot(purpose: StoredFile['purpose']): Problem {
  const role = purpose === 'THEME' ? 'manager' : 'supervisor'
  return new Problem('forbidden', {
    detail: `This needs the role ${role} or above in the store.`,
    extras: { requiredRole: `store:${role}` },
  })
}
