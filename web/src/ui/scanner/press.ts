/**
 * The focused element: not a field, a numeric field, a text field, or one into which only the browser can type: a date (or
 * time), or a list.
 */
export type Place = 'nothing' | 'figures' | 'text' | 'date' | 'list'
export type Ending = 'Enter' | 'Tab' | 'pause'

export interface RecogniserSettings {
  /** Sent by the scanner before each code; with it, timing no longer matters. */
  readonly prefix: string
  /** Sent after each code; `auto` accepts any of them. */
  readonly ending: 'auto' | 'Enter' | 'Tab' | 'none'
  /** `fast`: keys come as close as from a wired scanner, so typing is not delayed. */
  readonly pace: 'auto' | 'fast'
}

export const defaultSettings: RecogniserSettings = { prefix: '', ending: 'auto', pace: 'auto' }

/** A key press. */
export interface Press {
  /** As the browser names it: one character, or the name of a key. */
  readonly key: string
  /** The physical key, to match its release. */
  readonly code: string
  readonly atMs: number
  readonly place: Place
  /** It goes into a field that takes a PIN, a password or the code of a person. */
  readonly isCredential?: boolean
  readonly isRepeat?: boolean
}

export interface Scan {
  /** Without prefix and ending. */
  readonly code: string
  readonly ending: Ending
  readonly hasPrefix: boolean
  /** Between its keys. */
  readonly meanGapMs: number
  readonly longestGapMs: number
  /** A very fast or a very even typist might have typed it. */
  readonly isDoubtful: boolean
  /** Its first keys had reached the field before it was recognized, so the field needs its earlier value again. */
  readonly isGiven: boolean
}
