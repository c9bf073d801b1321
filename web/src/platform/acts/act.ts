export interface Given {
  /** Trimmed; empty when none was asked or given. */
  reason: string
  answer: string
  choice: string
}

/** Something that staff may do to a case, and what the dialog asks before it. */
export interface Act {
  key: string
  label: string
  title: string
  hint: string
  isDanger?: boolean
  /** Why it cannot be done now, in words; `null`: it can. */
  barred?: string | null
  /** Absent: no reason is asked. Its least length is the server's. */
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
  /** One of several records. */
  choose?: { label: string; options: { value: string; label: string }[] }
  /** A name that is typed before what cannot be undone. */
  typedName?: string
  /** Answers what to tell afterwards; nothing: the list says it. */
  run: (given: Given) => Promise<string | undefined>
}
