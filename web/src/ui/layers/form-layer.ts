export interface FormLayer {
  /**
   * Whether the layer's form is being sent; absent in a layer without a form. A click beside a form does not close it,
   * because that would throw away what was typed. While it is sent nothing closes it: its refusal would not be seen, and
   * its success would close whatever is open by then.
   */
  isSending?: boolean | undefined
}

interface Closable {
  readonly onClose: () => void
  readonly closeOnClickOutside?: boolean | undefined
}

/** How a layer can be closed. */
export function closingOf({ isSending, onClose, closeOnClickOutside = true }: Closable & FormLayer) {
  return {
    closeOnClickOutside: closeOnClickOutside && isSending === undefined,
    onClose: isSending === true ? () => undefined : onClose,
  }
}
