import type { Clock } from '../../adapters/clock/clock.ts'
import * as queries from './queries.ts'
import { recoveryCodeHash, tidyCode, totpStep } from './totp.ts'

/** Port: seals a secret at rest; `context` ties it to its owner. */
export interface Sealer {
  seal(plain: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

/** A code that is valid and not used yet. */
export type Factor =
  | { readonly kind: 'totp'; readonly step: bigint }
  | { readonly kind: 'recovery'; readonly codeHash: Buffer }

export const sealedFor = (accountId: string) => `totp:${accountId}`

/** Checks second-factor codes. */
export function factorsOf({ sealer, clock }: { sealer: Sealer; clock: Clock }) {
  /**
   * Finds what a code matches; undefined when it is wrong. Anything but six digits may be a recovery code.
   */
  const factorOf = (accountId: string, sealedSecret: Buffer, typed: string): Factor | undefined => {
    const code = tidyCode(typed)
    if (!/^\d{6}$/.test(code)) return { kind: 'recovery', codeHash: recoveryCodeHash(code) }
    const secret = sealer.open(sealedSecret, sealedFor(accountId)).toString()
    const step = totpStep(secret, code, clock.now())
    return step === undefined ? undefined : { kind: 'totp', step }
  }
  return { factorOf }
}

/** Uses a code; returns false when it was used before or there is no such recovery code. */
export function useUp(tx: queries.Somebody, accountId: string, factor: Factor): Promise<boolean> {
  return factor.kind === 'totp'
    ? queries.useTotpStep(tx, accountId, factor.step)
    : queries.useRecoveryCode(tx, accountId, factor.codeHash)
}
