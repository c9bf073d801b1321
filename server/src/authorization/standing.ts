/** How far the verification of a merchant has come. */
export const verificationStatuses = [
  'UNVERIFIED',
  'PENDING',
  'VERIFIED',
  'LAPSED',
  'REVOKED',
  'LOCKED',
] as const

/** Why something a person created was paused: the person responsible may not create it any more. */
export const pauseReasons = ['membership_ended', 'role_lowered', 'owner_changed', 'account_blocked'] as const
