import type { ReferencedMethod, References } from '../selling/money/charge.ts'
import { ReferenceField } from './reference-field.tsx'

interface Props {
  /** The payments that were sent without a reference. */
  unproven: readonly ReferencedMethod[]
  /** Why they are needed. */
  reason: string
  references: References
  onChange: (references: References) => void
}

/** The references that payments were sent without, to be typed afterwards. */
export function ReferenceFields({ unproven, reason, references, onChange }: Props) {
  return unproven.map((method) => (
    <ReferenceField
      key={method}
      isNeeded
      reason={reason}
      method={method}
      value={references[method] ?? ''}
      onChange={(reference) => onChange({ ...references, [method]: reference })}
    />
  ))
}
