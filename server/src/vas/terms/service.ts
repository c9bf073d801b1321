import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { TermSheet, TermsChange } from './schema.ts'

export type VasTermsService = ReturnType<typeof vasTermsService>

/**
 * The terms on which each merchant sells value-added services: the products offered, its share of the margin,
 * the fee. The platform's own sheet applies wherever a merchant's sets nothing. A sale keeps the terms that
 * it was made on. Owns vas.term_sheets, vas.terms.
 */
export function vasTermsService({ database }: { database: Database }) {
  /** @param merchantId null: the platform's own. @throws Problem `not_found` */
  const terms = (grant: Grant<'platform:operator'>, merchantId: string | null): Promise<TermSheet> =>
    database.read(grant, (tx) => queries.sheet(tx, merchantId))

  /**
   * Replaces the lines of a sheet.
   *
   * @throws Problem `not_found` · `invalid_request` (duplicate lines, an unknown provider, a gap in the
   * platform's own) · `version_mismatch` · `forbidden` (the platform's own, by a confined administrator)
   */
  const setTerms = (
    grant: Grant<'platform:admin'>,
    merchantId: string | null,
    change: TermsChange,
  ): Promise<TermSheet> =>
    database.write(grant, async (tx) => {
      assertConsistent(change, merchantId === null)
      const lines = change.lines.map(({ kind, providerId }) => ({ kind, providerId: providerId ?? null }))
      const unknown = await queries.unknownProvider(tx, lines)
      if (unknown !== undefined) {
        const index = lines.findIndex(({ providerId }) => providerId === unknown)
        throw refused(index, 'providerId', 'has no products of this kind')
      }
      await queries.setTerms(tx, merchantId, change)
      return queries.sheet(tx, merchantId)
    })

  return { terms, setTerms }
}

/** The platform's sheet is the fallback for all others, so it has to set everything for every kind. */
function assertConsistent({ lines }: TermsChange, isPlatform: boolean): void {
  const seen = new Set<string>()
  for (const [index, { kind, providerId }] of lines.entries()) {
    const about = `${kind} ${providerId ?? ''}`
    if (seen.has(about)) throw refused(index, 'kind', 'has a line already')
    seen.add(about)
  }
  if (!isPlatform) return
  const faults = (['airtime', 'pin', 'service'] as const).flatMap((kind): FieldFault[] => {
    const line = lines.find((each) => each.kind === kind && (each.providerId ?? null) === null)
    const isWhole = [line?.isOffered, line?.shareBps, line?.feeCentavos].every(
      (part) => (part ?? null) !== null,
    )
    return isWhole ? [] : [{ path: '/lines', message: `${kind} needs isOffered, shareBps and feeCentavos` }]
  })
  if (faults.length > 0) throw new Problem('invalid_request', { errors: faults })
}

function refused(index: number, field: string, message: string): Problem {
  return new Problem('invalid_request', { errors: [{ path: `/lines/${index}/${field}`, message }] })
}
