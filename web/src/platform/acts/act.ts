export interface Given {
  /** Trimmed; empty when not asked for or not given. */
  reason: string
  answer: string
  choice: string
}

/** An action of platform staff on a case, and what its dialog asks for. */
export interface Act {
  key: string
  label: string
  title: string
  hint: string
  isDanger?: boolean
  /** Why it is unavailable, in words; `null` when it is available. */
  barred?: string | null
  /** Absent: no reason is asked for. The server sets the minimum length. */
  reason?: { label: string; isRequired: boolean; minLength: number }
  /** One further value, such as the tracking key of a transfer. */
  ask?: {
    label: string
    hint: string
    isRequired: boolean
    maxLength: number
    pattern?: string
    isSecret?: boolean
  }
  /** A choice of one among several records. */
  choose?: { label: string; options: { value: string; label: string }[] }
  /** A name to type before an action that cannot be undone. */
  typedName?: string
  /** Words for a refusal that means something special here; absent for the others. */
  faultOf?: (error: unknown) => string | undefined
  /** Returns the message to show afterwards, or nothing when the list shows the result. */
  run: (given: Given) => Promise<string | undefined>
}
