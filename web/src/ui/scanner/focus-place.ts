import type { Place } from './press.ts'

/** Types of `<input>` that hold no text. */
const untyped = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'hidden',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])
/** `none`: its keypad is on the screen and has digits only. */
const ofFigures = new Set(['decimal', 'none', 'numeric', 'tel'])

/** Types of `<input>` whose parts only the browser fills in. */
const inParts = new Set(['date', 'datetime-local', 'month', 'time', 'week'])

/** What kind of element receives typed keys. */
export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof HTMLElement)) return 'nothing'
  if (target instanceof HTMLSelectElement) return target.disabled ? 'nothing' : 'list'
  if (target instanceof HTMLInputElement) {
    if (untyped.has(target.type) || target.readOnly || target.disabled) return 'nothing'
    if (inParts.has(target.type)) return 'date'
    return target.type === 'number' || target.type === 'tel' || ofFigures.has(target.inputMode)
      ? 'figures'
      : 'text'
  }
  if (target instanceof HTMLTextAreaElement) return target.readOnly || target.disabled ? 'nothing' : 'text'
  return target.isContentEditable ? 'text' : 'nothing'
}

/** Whether text can be written into it. */
export const isWritable = (target: EventTarget | null) => ['figures', 'text'].includes(placeOf(target))

/** Whether it takes a PIN, a password or a person's code, which are typed and never scanned. */
export const isCredential = (target: EventTarget | null) =>
  target instanceof HTMLInputElement &&
  (target.type === 'password' || target.autocomplete === 'one-time-code')
