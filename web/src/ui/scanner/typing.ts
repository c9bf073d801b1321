import { placeOf } from './focus-place.ts'

/** A key that was held back, and its target. */
export interface HeldKey {
  readonly key: string
  readonly code: string
  readonly target: EventTarget | null
}

let isTyping = false

/** Whether the current key event is one of those given back. */
export const isGivenBack = () => isTyping

/** Replays held keys: their target gets the events and the characters that it would have had. */
export function typeHeld(keys: readonly HeldKey[]): void {
  for (const { key, code, target } of keys) {
    if (!(target instanceof Element) || !target.isConnected) continue
    const event = { key, code, bubbles: true, cancelable: true, composed: true }
    isTyping = true
    try {
      if (target.dispatchEvent(new KeyboardEvent('keydown', event))) insert(target, key)
      target.dispatchEvent(new KeyboardEvent('keyup', event))
    } finally {
      isTyping = false
    }
  }
}

/** Inserts text into a field as if it were typed. */
export function typeText(target: Element, text: string): void {
  if (target instanceof HTMLElement) target.focus()
  insert(target, text)
}

/**
 * `execCommand` is deprecated, but nothing else keeps the field's undo history, maximum length and events. In
 * browsers without it, the value is set and an input event is sent.
 */
function insert(target: Element, text: string): void {
  if (document.activeElement !== target || document.execCommand('insertText', false, text)) return
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const { maxLength, value } = target
  if (maxLength >= 0 && value.length + text.length > maxLength) return
  target.setRangeText(text, target.selectionStart ?? value.length, target.selectionEnd ?? value.length, 'end')
  target.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A field and what it held. */
export interface Content {
  readonly field: Field
  readonly value: string
  /** What was selected, or where the caret was; `null` where there is none. */
  readonly selected: readonly [start: number, end: number] | null
}

export function contentOf(target: EventTarget | null): Content | null {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  return isField ? { field: target, value: target.value, selected: selectedIn(target) } : null
}

function selectedIn(field: Field): Content['selected'] {
  if (field instanceof HTMLSelectElement) return null
  const { selectionStart, selectionEnd } = field
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]
}

/** Gives a field what it held, with the events of a change, for a program that follows it. */
export function putBack({ field, value, selected }: Content): void {
  if (!field.isConnected) return
  // The program may have replaced the element's own setter, to notice changes of its own.
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  // A date that is filled in partly has no value yet, and keeps its parts unless it has had one.
  if (placeOf(field) === 'date' && field instanceof HTMLInputElement) field.valueAsNumber = 0
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  if (selected !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selected)
}
