/**
 * Whether this device is used with a mouse, and so has a keyboard: fields then take the focus by themselves.
 * On a tablet that would open the on-screen keyboard over what is to be tapped.
 */
export const hasMouse = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches

/** For Mantine's dialogs: the attribute of the field that takes the focus, on devices with a mouse. */
export const focusedFirst = () => (hasMouse() ? { 'data-autofocus': true } : {})

/**
 * A ref: the field takes the focus when it appears and nothing else has it, on devices with a mouse; not from a tab that
 * the arrow keys have just chosen.
 */
export const focusedIfIdle = (field: HTMLElement | null): void => {
  if (hasMouse() && document.activeElement === document.body) field?.focus()
}

/** A ref, for fields that appear in an open dialog: the first one takes the focus, on devices with a mouse. */
export const firstFieldFocused = (element: HTMLElement | null): void => {
  if (hasMouse()) element?.querySelector('input')?.focus()
}
