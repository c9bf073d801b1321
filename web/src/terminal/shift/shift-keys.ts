/** Names what is sent from the drawer of the shift, while it is under way. */
export const shiftActKey = ['shiftAct'] as const
export const closeShiftKey = [...shiftActKey, 'close'] as const
