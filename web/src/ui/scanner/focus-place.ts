import type { Place } from './recogniser.ts'

/** Kinds of `<input>` that hold no text. */
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
/** `none`: its keys are on the screen, and are digits. */
const ofFigures = new Set(['decimal', 'none', 'numeric', 'tel'])

/** What keys would be typed into. */
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
