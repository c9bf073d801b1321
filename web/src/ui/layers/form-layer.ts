import { createContext, use, useEffect } from 'react'

export interface FormLayer {
  /**
   * Whether the layer's form is being sent; absent in a layer without a form, and in a drawer whose forms call `useFormInLayer`. A
   * click beside a form does not close it, because that would throw away what was typed. While it is sent nothing closes it: its
   * refusal would not be seen, and its success would close whatever is open by then.
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

/** Tells the drawer around it whether it shows a form. */
export const HasFormContext = createContext<(hasForm: boolean) => void>(() => undefined)

/** For a form that a drawer shows at times: while it is there, a click beside the drawer does not close it. */
export function useFormInLayer(isThere = true): void {
  const tell = use(HasFormContext)
  useEffect(() => {
    tell(isThere)
    return () => tell(false)
  }, [tell, isThere])
}
