import type { Grant } from '../../authorization/grant.ts'
import type { StoreRole } from '../../authorization/matrix.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { assertHard, newPin } from './pin-rules.ts'
import * as queries from './queries.ts'
import type { MintedPin, MintPin, PinChoice, TypedCredentials } from './schema.ts'

/** Port: hashes what must never be read again, slowly, and never in a transaction. */
export interface PinHasher {
  hashOf(pin: string): Promise<string>
  matches(pin: string, pinHash: string | null): Promise<boolean>
}

/** An employee who has just shown code and PIN. */
export interface VerifiedEmployee {
  readonly employeeId: string
  readonly merchantId: string
  readonly storeId: string
  readonly membershipId: string
  readonly accountId: string
  readonly name: string
  readonly role: StoreRole
}

export type CodesService = ReturnType<typeof codesService>

/**
 * By what an employee is known at a till: a code and a PIN.
 * A PIN is shown once, to whoever minted it, good once, to choose another that nobody is shown, and kept hashed; every try is paid for before it is judged, and five wrong
 * ones lock the code at that till alone; an unknown code, a wrong PIN and somebody who has left are one answer.
 * Owns shop.employee_pins, code_attempts, and the code of shop.employees.
 */
export function codesService({ database, hasher }: { database: Database; hasher: PinHasher }) {
  /**
   * Gives an employee a PIN, and a code where there is none: supervisors to cashiers, managers to everybody. It opens nothing
   * but the choice of an own one, once and for three days.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended` · `weak_pin` · `invalid_transition` (no account
   *         here) · `duplicate_value` (the code)
   */
  const mint = async (grant: Grant<'store:supervisor'>, id: string, order: MintPin): Promise<MintedPin> => {
    const known = await database.read(grant, async (tx) => {
      const found = await queries.employee(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      return found
    })
    const pin = order.pin ?? newPin()
    assertHard(pin, { code: order.code ?? known.code ?? undefined })
    const pinHash = await hasher.hashOf(pin)
    const { code, expiresAt } = await database.write(grant, async (tx) => {
      tx.storeActorIn(known.storeId)
      return queries.mintPin(tx, known, order.code, pinHash)
    })
    return { employeeId: id, code, pin, expiresAt }
  }

  /** Forgets the wrong tries at an employee's code. @throws Problem `not_found` · `forbidden` · `invalid_transition` */
  const unlock = (grant: Grant<'store:supervisor'>, id: string): Promise<void> =>
    database.write(grant, async (tx) => {
      const found = await queries.employee(tx, scopeOf(tx), id)
      tx.storeActorIn(found.storeId)
      await queries.unlock(tx, found)
    })

  /**
   * Who stands at a till where somebody else is signed in. Three transactions of its own: call it before yours, and
   * there look the membership up again, since it may have ended meanwhile.
   *
   * @throws Problem `employee_locked` · `invalid_employee_code` · `pin_not_chosen` · `pin_expired` · `overloaded` · `forbidden`
   */
  const verifyEmployee = async (
    grant: Grant<'store:cashier'>,
    storeId: string,
    typed: TypedCredentials,
  ): Promise<VerifiedEmployee> => {
    const code = tidy(typed.code)
    const attempt = await database.write(grant, (tx) => queries.check(tx, tx.storeActorIn(storeId), code))
    const found = await judge(attempt, typed.pin)
    await database.write(grant, (tx) => queries.settle(tx, attempt, code, found !== undefined))
    if (found === undefined) throw wrong()
    assertChosen(attempt)
    return found
  }

  const judgeAtTerminal = async (grant: Grant<'public'>, deviceHash: Buffer, typed: TypedCredentials) => {
    const { requestId } = grant
    const code = tidy(typed.code)
    const attempt = await database.guest(requestId, (tx) => queries.beginTerminalSignIn(tx, deviceHash, code))
    const found = await judge(attempt, typed.pin)
    await database.guest(requestId, (tx) => queries.settle(tx, attempt, code, found !== undefined))
    if (found === undefined) throw wrong()
    return { found, attempt }
  }

  /**
   * Who signs in at a device that is a terminal.
   *
   * @returns with the hash that the PIN was checked against
   * @throws Problem `terminal_not_enabled` · `merchant_suspended` · `employee_locked` · `invalid_employee_code` ·
   *         `pin_not_chosen` · `pin_expired` · `overloaded`
   */
  const verifyAtTerminal = async (
    grant: Grant<'public'>,
    deviceHash: Buffer,
    typed: TypedCredentials,
  ): Promise<VerifiedEmployee & { readonly pinHash: string }> => {
    const { found, attempt } = await judgeAtTerminal(grant, deviceHash, typed)
    assertChosen(attempt)
    return { ...found, pinHash: attempt.pinHash as string }
  }

  /**
   * Who trades the present PIN, minted or chosen, for an own one at a terminal.
   *
   * @returns with the hashes of the PIN that was checked and of the one that takes its place
   * @throws Problem as `verifyAtTerminal`, but `pin_not_chosen` · `weak_pin`
   */
  const verifyChoice = async (
    grant: Grant<'public'>,
    deviceHash: Buffer,
    choice: PinChoice,
  ): Promise<VerifiedEmployee & { readonly pinHash: string; readonly newPinHash: string }> => {
    const { found, attempt } = await judgeAtTerminal(grant, deviceHash, choice)
    assertInTime(attempt)
    assertHard(choice.newPin, { code: tidy(choice.code), present: choice.pin, path: '/newPin' })
    const newPinHash = await hasher.hashOf(choice.newPin)
    return { ...found, pinHash: attempt.pinHash as string, newPinHash }
  }

  const judge = async (attempt: queries.CodeCheck, pin: string): Promise<VerifiedEmployee | undefined> => {
    if (attempt.waitSeconds > 0) {
      throw new Problem('employee_locked', {
        detail: 'Wait, or ask a supervisor to unlock it (POST /pos/employees/{id}/unlock).',
        retryAfterSeconds: attempt.waitSeconds,
      })
    }
    // Nobody's PIN takes as long as somebody's.
    const isRight = await hasher.matches(pin, attempt.pinHash)
    const { merchantId, storeId, employeeId, membershipId, accountId, name, role } = attempt
    if (!isRight || employeeId === null || membershipId === null || accountId === null) return undefined
    return {
      employeeId,
      merchantId,
      storeId,
      membershipId,
      accountId,
      name: name as string,
      role: role as StoreRole,
    }
  }

  return { mint, unlock, verifyEmployee, verifyAtTerminal, verifyChoice }
}

const tidy = (code: string) => code.trim().toUpperCase()
const wrong = () => new Problem('invalid_employee_code')

/** Whoever minted a PIN knows it, so it proves nobody. @throws Problem `pin_not_chosen` · `pin_expired` */
function assertChosen(attempt: queries.CodeCheck): void {
  assertInTime(attempt)
  if (attempt.pinState === 'CHOSEN') return
  throw new Problem('pin_not_chosen', {
    detail: 'This PIN is good once, to choose another: POST /auth/terminal-pins at a terminal of the store.',
  })
}

/** @throws Problem `pin_expired` */
function assertInTime(attempt: queries.CodeCheck): void {
  if (attempt.pinState === 'EXPIRED')
    throw new Problem('pin_expired', { detail: 'Ask a supervisor or manager of the store for another.' })
}
