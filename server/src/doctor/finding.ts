/** What `mostrador doctor` looks at. */
export type Check =
  | 'configuration'
  | 'database'
  | 'version'
  | 'drift'
  | 'policies'
  | 'privileges'
  | 'copies'
  | 'places'
  | 'replica'
  | 'clock'
  | 'server'
  | 'queue'
  | 'disk'
  | 'journal'
  | 'backup'
  | 'provider'
  | 'certificate'

export interface Finding {
  readonly check: Check
  /** `error`: something does not work, or will be lost. `warning`: it works, and should be looked at. */
  readonly state: 'ok' | 'warning' | 'error'
  /** What was found: one sentence. */
  readonly text: string
  /** What to do about it; absent: nothing. */
  readonly todo?: string
}

export const ok = (check: Check, text: string): Finding => ({ check, state: 'ok', text })

export const warning = (check: Check, text: string, todo: string): Finding => ({
  check,
  state: 'warning',
  text,
  todo,
})

export const error = (check: Check, text: string, todo: string): Finding => ({
  check,
  state: 'error',
  text,
  todo,
})

/** An error from the message with which a server refuses to start: what is wrong, then what to do about it. */
export function errorFrom(check: Check, message: string): Finding {
  const at = message.indexOf('. ')
  return at === -1
    ? error(check, message, 'See docs/install.md.')
    : error(check, message.slice(0, at + 1), message.slice(at + 2))
}

/** `5 s`, `40 minutes`, `3 days`. */
export function durationOf(ms: number): string {
  const units = [
    [2 * 86_400_000, 86_400_000, 'days'],
    [2 * 3_600_000, 3_600_000, 'hours'],
    [2 * 60_000, 60_000, 'minutes'],
  ] as const
  const unit = units.find(([from]) => Math.abs(ms) >= from)
  return unit === undefined ? `${(ms / 1_000).toFixed(1)} s` : `${Math.floor(ms / unit[1])} ${unit[2]}`
}
