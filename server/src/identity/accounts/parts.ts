import type { Clock } from '../../adapters/clock/clock.ts'
import type { Grant } from '../../authorization/grant.ts'
import type { Database } from '../../database/database.ts'
import type { Passwords } from './passwords.ts'
import type { Sealer } from './second-factor.ts'

/** The parts that the use cases of identity are built from. */
export interface IdentityParts {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly passwords: Passwords
  /** The delay before the reset of a second factor takes effect. */
  readonly factorResetHours: number
  /** False: links are handed over by people. */
  readonly sendsMail: boolean
  readonly publicUrl: () => string
  /**
   * Port: proves that the member whom an invitation names accepts it, by the PIN of their own choice. Returns the hash
   * that it was checked against.
   */
  readonly verifyInvited: (grant: Grant<'public'>, inviteHash: Buffer, pin: string) => Promise<string>
}
