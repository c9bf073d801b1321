import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { TermSheet, TermsChange } from './schema.ts'

/**
 * The sheet of a merchant that the caller oversees, otherwise 404; null: the platform's own. A merchant
 * without lines has version 0.
 */
export function sheet(tx: Tx<'platform:operator'>, merchantId: string | null): Promise<TermSheet> {
  return tx.one(sql<TermSheet>`
    select m.id as "merchantId", coalesce(s.version, 0) as version, s.changed_at as "changedAt",
           coalesce(vas.term_lines(s.id), '[]') as lines,
           (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'isOffered', e.is_offered, 'shareBps', e.share_bps,
                               'feeCentavos', e.fee_centavos) order by e.kind), '[]')
              from vas.kind_terms(m.id) e) as effective
      from (select ${merchantId}::uuid as id) asked
      join lateral (select x.id from platform.merchants x where x.id = asked.id
                    union all select null where asked.id is null) m on true
      left join vas.term_sheets s on s.merchant_id is not distinct from m.id`)
}

/** The first of these that is not a provider of the kind; undefined when all are. */
export async function unknownProvider(
  tx: Tx<'platform:admin'>,
  lines: readonly { readonly kind: string; readonly providerId: string | null }[],
): Promise<string | undefined> {
  const found = await tx.first(sql<{ id: string }>`
    select l."providerId" as id from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) l (kind text, "providerId" uuid)
     where l."providerId" is not null
       and not exists (select 1 from vas.products p where p.provider_id = l."providerId" and p.kind = l.kind) limit 1`)
  return found?.id
}

export async function setTerms(
  tx: Tx<'platform:admin'>,
  merchantId: string | null,
  { version, lines, reason }: TermsChange,
): Promise<void> {
  await tx.rows(
    sql`select vas.set_terms(${merchantId}, ${version}, ${JSON.stringify(lines)}::jsonb, ${reason})`,
  )
}
