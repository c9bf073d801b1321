import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import * as queries from './queries.ts'
import type { TermSheet, TermsChange } from './schema.ts'

export type VasTermsService = ReturnType<typeof vasTermsService>

/**
 * On which terms each merchant sells value-added services: what is offered, its share of the margin, the fee on top. The
 * platform's own sheet holds wherever a merchant's says nothing. A sale keeps the terms that it was made on.
 * Owns vas.term_sheets, vas.terms.
 */
export function vasTermsService({ database }: { database: Database }) {
  /** @param merchantId null: the platform's own. @throws Problem `not_found` */
  const terms = (grant: Grant<'platform:operator'>, merchantId: string | null): Promise<TermSheet> =>
    database.read(grant, (tx) => queries.sheet(tx, merchantId))

  /**
   * Replaces the lines of a sheet.
   *
   * @throws Problem `not_found` · `invalid_request` (twice the same, no such provider, the platform's own with a gap) ·
   *         `version_mismatch` · `forbidden` (the platform's own, by an administrator of some merchants)
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
        throw refused(index, 'providerId', 'sells nothing of this kind')
      }
      await queries.setTerms(tx, merchantId, change)
      return queries.sheet(tx, merchantId)
    })

  return { terms, setTerms }
}

/** The platform's sheet is what all others fall back on, so it has to say everything about every kind. */
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
