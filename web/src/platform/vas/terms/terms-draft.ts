import type { VasKind, VasTermLine, VasTerms, VasTermsChange } from '@mostrador/client'
import { useState } from 'react'
import { parsePesos } from '../../../ui/format/money.ts'

export const kinds = ['airtime', 'service', 'pin'] as const satisfies readonly VasKind[]

/** The form's fields for one kind of service. Empty: the platform's terms apply. */
export interface KindDraft {
  offered: '' | 'yes' | 'no'
  sharePercent: string
  feePesos: string
}

export interface TermsDraft {
  kinds: Record<VasKind, KindDraft>
  /** `kind providerId` of each provider that is not offered. */
  withheld: string[]
}

export const withheldKey = (kind: VasKind, providerId: string) => `${kind} ${providerId}`

export function draftOf({ lines }: VasTerms): TermsDraft {
  const of = (kind: VasKind): KindDraft => {
    const line = lines.find((each) => each.kind === kind && each.providerId === null)
    const { isOffered = null, shareBps = null, feeCentavos = null } = line ?? {}
    return {
      offered: isOffered === null ? '' : isOffered ? 'yes' : 'no',
      sharePercent: shareBps === null ? '' : String(shareBps / 100),
      feePesos: feeCentavos === null ? '' : (feeCentavos / 100).toFixed(2),
    }
  }
  return {
    kinds: { airtime: of('airtime'), service: of('service'), pin: of('pin') },
    withheld: lines.flatMap(({ kind, providerId, isOffered }) =>
      providerId !== null && isOffered === false ? [withheldKey(kind, providerId)] : [],
    ),
  }
}

/**
 * The draft of a form, with the sheet that it was opened with. Saving sends that sheet's version, however often the sheet
 * is read again meanwhile, so that a concurrent change is not overwritten.
 */
export function useTermsDraft(opened: VasTerms) {
  const [sheet] = useState(opened)
  const [draft, setDraft] = useState(() => draftOf(sheet))
  const changeOf = (reason: string): VasTermsChange => ({
    version: sheet.version,
    lines: linesOf(draft, sheet),
    reason: reason.trim(),
  })
  return { sheet, draft, setDraft, changeOf }
}

export type DraftFault = 'share' | 'fee' | 'missing'

/**
 * The first fault in the fields of one kind; `null` when there is none.
 * @param isPlatform no field may be empty
 */
export function draftFault(draft: KindDraft, isPlatform: boolean): DraftFault | null {
  const { offered, sharePercent, feePesos } = draft
  if (isPlatform && (offered === '' || sharePercent === '' || feePesos === '')) return 'missing'
  if (sharePercent !== '' && shareBps(sharePercent) === null) return 'share'
  return feePesos !== '' && feeCentavos(feePesos) === null ? 'fee' : null
}

/** The form's content as lines of a sheet; other values of providers' own lines are kept. */
export function linesOf(draft: TermsDraft, { lines }: VasTerms): VasTermLine[] {
  const ofKinds = kinds.map((kind): VasTermLine => {
    const { offered, sharePercent, feePesos } = draft.kinds[kind]
    return {
      kind,
      providerId: null,
      isOffered: offered === '' ? null : offered === 'yes',
      shareBps: sharePercent === '' ? null : shareBps(sharePercent),
      feeCentavos: feePesos === '' ? null : feeCentavos(feePesos),
    }
  })
  const own = new Map(
    lines.flatMap((line) =>
      line.providerId === null
        ? []
        : [
            [
              withheldKey(line.kind, line.providerId),
              { ...line, isOffered: line.isOffered === true ? true : null },
            ],
          ],
    ),
  )
  for (const key of draft.withheld) {
    const [kind, providerId] = key.split(' ') as [VasKind, string]
    const known = own.get(key) ?? { kind, providerId, shareBps: null, feeCentavos: null }
    own.set(key, { ...known, isOffered: false })
  }
  return [...ofKinds, ...own.values()].filter(
    (line) => line.isOffered !== null || line.shareBps !== null || line.feeCentavos !== null,
  )
}

function shareBps(percent: string): number | null {
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(percent.trim())) return null
  const bps = Math.round(Number(percent.trim().replace(',', '.')) * 100)
  return bps <= 10_000 ? bps : null
}

const mostFeeCentavos = 100_000

function feeCentavos(pesos: string): number | null {
  const amount = parsePesos(pesos.trim())
  return amount !== null && amount <= mostFeeCentavos ? amount : null
}
