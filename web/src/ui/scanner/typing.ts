/** A key that was held back, and where it was meant to go. */
export interface HeldKey {
  readonly key: string
  readonly code: string
  readonly target: EventTarget | null
}

let isTyping = false

/** Whether the key under way is one of those that are given back. */
export const isGivenBack = () => isTyping

/** Gives keys back that were held: their field hears of each as it would have, and has its character. */
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

/** Puts a text into a field as if it were typed there. */
export function typeText(target: Element, text: string): void {
  if (target instanceof HTMLElement) target.focus()
  insert(target, text)
}

/**
 * Old as it is, this is the one way to type that keeps the field's own undo, its length and its events.
 * Where a browser has given it up, the field is written and told of it.
 */
function insert(target: Element, text: string): void {
  if (document.activeElement !== target || document.execCommand('insertText', false, text)) return
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const { maxLength, value } = target
  if (maxLength >= 0 && value.length + text.length > maxLength) return
  target.setRangeText(text, target.selectionStart ?? value.length, target.selectionEnd ?? value.length, 'end')
  target.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}
