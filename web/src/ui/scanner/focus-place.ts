import type { Place } from './recogniser.ts'

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

/** What kind of element receives typed keys. */
export function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof HTMLElement)) return 'nothing'
  if (target instanceof HTMLInputElement) {
    if (untyped.has(target.type) || target.readOnly || target.disabled) return 'nothing'
    return target.type === 'number' || target.type === 'tel' || ofFigures.has(target.inputMode)
      ? 'figures'
      : 'text'
  }
  if (target instanceof HTMLTextAreaElement) return target.readOnly || target.disabled ? 'nothing' : 'text'
  return target.isContentEditable ? 'text' : 'nothing'
}
