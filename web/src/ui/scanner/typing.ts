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
