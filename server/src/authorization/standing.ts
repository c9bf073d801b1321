/** How far the verification of a merchant has come. */
export const verificationStatuses = [
  'UNVERIFIED',
  'PENDING',
  'VERIFIED',
  'LAPSED',
  'REVOKED',
  'LOCKED',
] as const

/** Why something a person created was paused: the person responsible may not create it any more, or
 * it was paused or deleted in a time that a restore of the database has lost.
 */
export const pauseReasons = [
  'membership_ended',
  'role_lowered',
  'owner_changed',
  'account_blocked',
  'restored',
] as const
