import { useEffect, useState } from 'react'

/** The id of the field in which a line's quantity is typed. */
export const fieldId = (variantId: string) => `counted-${variantId}`

/** The one line that a scan opened, for its quantity to be typed. It is closed when its field is left. */
export function useOpenedLine() {
  const [opened, setOpened] = useState<{ readonly variantId: string } | null>(null)
  useEffect(() => {
    const field = opened === null ? null : document.getElementById(fieldId(opened.variantId))
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [opened])
  return {
    variantId: opened?.variantId ?? null,
    open: (variantId: string) => {
      leaveLine()
      setOpened({ variantId })
    },
    close: () => setOpened(null),
  }
}

/** Leaving a line's field saves it: a line that goes out of sight would lose what was typed. */
export function leaveLine(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement && activeElement.closest('tr') !== null) activeElement.blur()
}
