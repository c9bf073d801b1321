import type { Grant } from '../../authorization/grant.ts'
import type { StoreRole } from '../../authorization/matrix.ts'
import { Problem } from '../../problem/problem.ts'
import * as queries from './code-queries.ts'
import type { CodeParts, PinHasher } from './codes.ts'
import { assertHard } from './pin-rules.ts'
import type { PinChoice, TypedCredentials } from './schema.ts'

/** An employee who has just proved code and PIN. */
export interface VerifiedEmployee {
  readonly employeeId: string
  readonly merchantId: string
  readonly storeId: string
  readonly membershipId: string
  readonly accountId: string
  readonly name: string
  readonly role: StoreRole
  /** The hash that the PIN was checked against: it may be replaced meanwhile. */
  readonly pinHash: string
}

/**
 * Identifies a person at a till by code and PIN. Every attempt is charged before it is judged; five wrong
 * ones lock the code at that till only; an unknown code, a wrong PIN and a former employee get the same
 * answer.
 */
export function codeChecks(parts: CodeParts) {
  const { database, hasher } = parts

  /**
   * Identifies an employee at a till where another person is signed in. Runs three transactions of its own:
   * call it before yours, and check membership, account and PIN again in yours: they may have changed meanwhile.
   *
   * @throws Problem `employee_locked` · `invalid_employee_code` · `pin_not_chosen` · `pin_expired` ·
   * `overloaded` · `forbidden`
   */
  const verifyEmployee = async (
    grant: Grant<'store:cashier'>,
    storeId: string,
    typed: TypedCredentials,
  ): Promise<VerifiedEmployee> => {
    const code = tidy(typed.code)
    const attempt = await database.write(grant, (tx) => queries.check(tx, tx.storeActorIn(storeId), code))
    const found = await judge(hasher, attempt, typed.pin)
    await database.write(grant, (tx) => queries.settle(tx, attempt, code, found !== undefined))
    if (found === undefined) throw wrong()
    assertChosen(attempt)
    return found
  }

  /**
   * Identifies the employee who signs in at a terminal.
   *
   * @throws Problem `terminal_not_enabled` · `merchant_suspended` · `employee_locked` ·
   * `invalid_employee_code` · `pin_not_chosen` · `pin_expired` · `overloaded`
   */
  const verifyAtTerminal = async (
    grant: Grant<'public'>,
    deviceHash: Buffer,
    typed: TypedCredentials,
  ): Promise<VerifiedEmployee> => {
    const { found, attempt } = await judgeAtTerminal(parts, grant, deviceHash, typed)
    assertChosen(attempt)
    return found
  }

  /**
   * Identifies the employee who replaces the current PIN, generated or chosen, at a terminal.
   *
   * @returns with the hash of the replacement
   * @throws Problem as `verifyAtTerminal`, but `weak_pin` instead of `pin_not_chosen`
   */
  const verifyChoice = async (
    grant: Grant<'public'>,
    deviceHash: Buffer,
    choice: PinChoice,
  ): Promise<VerifiedEmployee & { readonly newPinHash: string }> => {
    const { found, attempt } = await judgeAtTerminal(parts, grant, deviceHash, choice)
    assertInTime(attempt)
    assertHard(choice.newPin, { code: tidy(choice.code), present: choice.pin, path: '/newPin' })
    const newPinHash = await hasher.hashOf(choice.newPin)
    return { ...found, newPinHash }
  }

  /**
   * Identifies the member whom an invitation names, by the PIN that only they know.
   *
   * @returns the hash that the PIN was checked against
   * @throws Problem `invite_spent` · `employee_locked` · `invalid_employee_code` · `pin_not_chosen` · `pin_expired` ·
   * `overloaded`
   */
  const verifyInvited = async (grant: Grant<'public'>, inviteHash: Buffer, pin: string): Promise<string> => {
    const { requestId } = grant
    const attempt = await database.guest(requestId, (tx) => queries.beginInviteCheck(tx, inviteHash))
    if (attempt === undefined) throw new Problem('invite_spent', { detail: 'Ask for a new one.' })
    const found = await judge(hasher, attempt, pin)
    await database.guest(requestId, (tx) => queries.settle(tx, attempt, attempt.code, found !== undefined))
    if (found === undefined) throw wrong()
    assertChosen(attempt)
    return found.pinHash
  }

  return { verifyEmployee, verifyAtTerminal, verifyChoice, verifyInvited }
}

async function judgeAtTerminal(
  { database, hasher }: CodeParts,
  grant: Grant<'public'>,
  deviceHash: Buffer,
  typed: TypedCredentials,
) {
  const { requestId } = grant
  const code = tidy(typed.code)
  const attempt = await database.guest(requestId, (tx) => queries.beginTerminalSignIn(tx, deviceHash, code))
  const found = await judge(hasher, attempt, typed.pin)
  await database.guest(requestId, (tx) => queries.settle(tx, attempt, code, found !== undefined))
  if (found === undefined) throw wrong()
  return { found, attempt }
}

async function judge(
  hasher: PinHasher,
  attempt: queries.CodeCheck,
  pin: string,
): Promise<VerifiedEmployee | undefined> {
  if (attempt.waitSeconds > 0) {
    throw new Problem('employee_locked', {
      detail: 'Wait, or ask a supervisor to unlock it (POST /pos/employees/{id}/unlock).',
      retryAfterSeconds: attempt.waitSeconds,
    })
  }
  // An unknown code takes as long to check as a known one.
  const isRight = await hasher.matches(pin, attempt.pinHash)
  const { merchantId, storeId, employeeId, membershipId, accountId, name, role, pinHash } = attempt
  if (!isRight || employeeId === null || membershipId === null || accountId === null) return undefined
  return {
    employeeId,
    merchantId,
    storeId,
    membershipId,
    accountId,
    name: name as string,
    role: role as StoreRole,
    pinHash: pinHash as string,
  }
}

const tidy = (code: string) => code.trim().toUpperCase()
const wrong = () => new Problem('invalid_employee_code')

/**
 * The person who generated a PIN knows it, so it identifies nobody. @throws Problem `pin_not_chosen` ·
 * `pin_expired`
 */
function assertChosen(attempt: queries.CodeCheck): void {
  assertInTime(attempt)
  if (attempt.pinState === 'CHOSEN') return
  throw new Problem('pin_not_chosen', {
    detail: 'This PIN works once, to choose another: POST /auth/terminal-pins at a terminal of the store.',
  })
}

/** @throws Problem `pin_expired` */
function assertInTime(attempt: queries.CodeCheck): void {
  if (attempt.pinState === 'EXPIRED')
    throw new Problem('pin_expired', { detail: 'Ask a supervisor or manager of the store for a new one.' })
}
