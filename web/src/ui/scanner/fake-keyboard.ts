import { defaultSettings, type Place, type Press, type RecogniserSettings } from './press.ts'
import { Recogniser } from './recogniser.ts'

// For tests: a keyboard, typed on by a hand or a scanner.

interface Told {
  /** Keys that reached the page, directly or after being held, in order. */
  readonly seen: string[]
  readonly codes: string[]
  readonly doubtful: boolean[]
  /** Whether each scan's first keys had reached the page before. */
  readonly given: boolean[]
}

export interface Key {
  readonly key: string
  /** Pause after the previous key. */
  readonly gapMs: number
  /** Time until release; longer than the next gap means that the keys overlap. */
  readonly holdMs?: number
  readonly isRepeat?: boolean
}

/** A keyboard and a clock: presses, releases and pauses reach the recogniser in order of time. */
export function played(keys: readonly Key[], place: Place, settings: Partial<RecogniserSettings> = {}): Told {
  const recogniser = new Recogniser<Press>({ ...defaultSettings, ...settings })
  const told: Told = { seen: [], codes: [], doubtful: [], given: [] }
  const tell = ({ typed, scans }: Pick<ReturnType<typeof recogniser.press>, 'typed' | 'scans'>) => {
    told.seen.push(...typed.map(({ key }) => key))
    told.codes.push(...scans.map(({ code }) => code))
    told.doubtful.push(...scans.map(({ isDoubtful }) => isDoubtful))
    told.given.push(...scans.map(({ isGiven }) => isGiven))
  }
  let atMs = 1000
  const events = keys.flatMap(({ key, gapMs, holdMs = 3, isRepeat = false }, index) => {
    atMs += gapMs
    const code = `${key} ${index}`
    return [
      // Browsers round the times of keys.
      { atMs, down: { key, code, atMs: atMs + (index % 2) / 10, place, isRepeat } },
      { atMs: atMs + holdMs, up: code },
    ]
  })
  let restAtMs: number | null = null
  for (const event of events.sort((a, b) => a.atMs - b.atMs)) {
    if (restAtMs !== null && event.atMs > restAtMs) {
      tell(recogniser.rest())
      restAtMs = null
    }
    if ('down' in event && event.down !== undefined) {
      const verdict = recogniser.press(event.down)
      tell(verdict)
      if (!verdict.isTaken) told.seen.push(event.down.key)
      restAtMs = recogniser.waitMs === null ? null : event.atMs + recogniser.waitMs
    } else if ('up' in event && event.up !== undefined) tell(recogniser.release(event.up))
    if (recogniser.waitMs === null) restAtMs = null
  }
  tell(recogniser.rest())
  return told
}

export const typedAt = (text: string, gapMs: number, holdMs?: number): Key[] =>
  [...text].map((key) => ({ key, gapMs, ...(holdMs !== undefined && { holdMs }) }))
export const enter = (gapMs: number): Key => ({ key: 'Enter', gapMs })
export const tab = (gapMs: number): Key => ({ key: 'Tab', gapMs })

export const places: readonly Place[] = ['nothing', 'figures', 'text']
