import type { PageRange } from '../../collections/page.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Decision, Review } from './schema.ts'

export function reviews(tx: Tx<'platform:operator'>, { limit, after }: PageRange): Promise<Review[]> {
  return tx.rows(sql<Review>`
    select id, folio, merchant, kind, provider, product, amount_centavos as "amountCentavos", status, phase, incident,
           provider_transaction as "providerTransaction", mode, created_at as "createdAt", expected_by as "expectedBy"
      from vas.review_queue(${limit}, ${after?.id ?? null})`)
}

export async function decide(tx: Tx<'platform:operator'>, id: string, decision: Decision): Promise<void> {
  await tx.rows(
    sql`select vas.decide_review(${id}, ${decision.decision}, ${decision.authorization ?? null}, ${decision.reason})`,
  )
}
