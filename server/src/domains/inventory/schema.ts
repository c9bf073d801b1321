/** Why goods come and go. */
export const movementKinds = [
  'SALE',
  'RETURN',
  'RECEIPT',
  'ADJUSTMENT',
  'WASTE',
  'TRANSFER_OUT',
  'TRANSFER_IN',
  'COUNT',
] as const
