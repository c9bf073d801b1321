/** A ref: the element takes the focus when it appears, such as the only button of a finished act. */
export const focused = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })
