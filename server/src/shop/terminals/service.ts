import type { Grant } from '../../authorization/grant.ts'
import { newToken, tokenHashOf } from '../../authorization/one-time-token.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'
import type { PinChoice, TypedCredentials } from '../staff/schema.ts'
import type { StaffService, VerifiedEmployee } from '../staff/service.ts'
import { enablingCodeOf, newEnablingCode } from './enabling-code.ts'
import * as queries from './queries.ts'
import type { AssistedTerminal, Device, EnabledTerminal, EnablingCode, TerminalSession } from './schema.ts'

interface Dependencies {
  readonly database: Database
  readonly staff: Pick<StaffService, 'verifyAtTerminal' | 'verifyChoice'>
}

export type TerminalsService = ReturnType<typeof terminalsService>

/**
 * Devices enabled as terminals, and the sessions of employees at them. A terminal has one device at a time.
 * Its sessions act in one membership of the store and nothing else of the account, and end with the device,
 * the terminal, the membership or the PIN: once that has been answered, nothing of them commits. Owns
 * shop.terminals, terminal_devices and terminal_enabling_codes; a terminal's name and status belong to a
 * collection.
 */
export function terminalsService({ database, staff }: Dependencies) {
  /**
   * Enables a device as the terminal and replaces the previous one. The token is only in the answer: its hash
   * is stored.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended`
   */
  const enable = (grant: Grant<'store:manager'>, id: string): Promise<EnabledTerminal> => {
    const { token, tokenHash } = newToken()
    return database.write(grant, async (tx) => {
      const terminal = await terminalToChange(tx, id)
      const deviceEnabledAt = await queries.enable(tx, terminal, tokenHash)
      return { terminalId: id, deviceToken: token, deviceEnabledAt }
    })
  }

  /**
   * Creates a code with which a device becomes the terminal, once and within 15 minutes, so that no person
   * handles a device token.
   *
   * @throws Problem `not_found` · `forbidden` · `merchant_suspended`
   */
  const openEnabling = (grant: Grant<'store:manager'>, id: string): Promise<EnablingCode> => {
    const code = newEnablingCode()
    return database.write(grant, async (tx) => {
      const terminal = await terminalToChange(tx, id)
      const expiresAt = await queries.openEnabling(tx, terminal, tokenHashOf(enablingCodeOf(code)))
      return { terminalId: id, code, expiresAt }
    })
  }

  /**
   * Enables the device at which a manager's code was typed.
   *
   * @returns with the token, which may only be set as a cookie of that device
   * @throws Problem `enabling_code_spent` · `merchant_suspended`
   */
  const enableByCode = async (
    grant: Grant<'public'>,
    typedCode: string,
  ): Promise<{ device: Device; deviceToken: string }> => {
    const { token, tokenHash } = newToken()
    const adopted = await database.guest(grant.requestId, (tx) =>
      queries.enableByCode(tx, tokenHashOf(enablingCodeOf(typedCode)), tokenHash),
    )
    return { device: { terminal: { ...adopted, status: 'ENABLED' } }, deviceToken: token }
  }

  /** The terminal of a device, if it has one. */
  const device = async (grant: Grant<'public'>, deviceToken: string | undefined): Promise<Device> => {
    if (deviceToken === undefined) return { terminal: null }
    const found = await database.guest(grant.requestId, (tx) =>
      queries.terminalOfDevice(tx, tokenHashOf(deviceToken)),
    )
    return { terminal: found ?? null }
  }

  /**
   * Ends all work at a terminal until it is enabled again. @throws Problem `not_found` · `forbidden` ·
   * `merchant_suspended`
   */
  const disable = (grant: Grant<'store:manager'>, id: string): Promise<void> =>
    database.write(grant, async (tx) => {
      await queries.disable(tx, await terminalToChange(tx, id))
    })

  /**
   * The platform enables a disabled terminal again, audited; its device stays the same. @throws Problem
   * `not_found`
   */
  const assist = (grant: Grant<'platform:operator'>, id: string, reason: string): Promise<AssistedTerminal> =>
    database.write(grant, (tx) => queries.assist(tx, id, reason))

  /**
   * Opens a session at a terminal: half an hour idle, sixteen hours at most.
   *
   * @param deviceToken the token sent by the device
   * @throws Problem `terminal_not_enabled` · `merchant_suspended` · `employee_locked` ·
   * `invalid_employee_code` · `pin_not_chosen` · `pin_expired` · `overloaded`
   */
  const signIn = async (
    grant: Grant<'public'>,
    deviceToken: string | undefined,
    client: queries.Client,
    typed: TypedCredentials,
  ): Promise<TerminalSession> => {
    const deviceHash = hashOfDevice(deviceToken)
    const employee = await staff.verifyAtTerminal(grant, deviceHash, typed)
    const { membershipId, pinHash } = employee
    return opened(grant, employee, (tx, tokenHash) =>
      queries.openSession(tx, { deviceHash, membershipId, pinHash, tokenHash }, client),
    )
  }

  /**
   * Replaces the current PIN, such as a generated one, with the employee's own, and opens a session with it.
   * Sessions opened with the current PIN end.
   *
   * @throws Problem as `signIn`, but `weak_pin` instead of `pin_not_chosen`
   */
  const choosePin = async (
    grant: Grant<'public'>,
    deviceToken: string | undefined,
    client: queries.Client,
    choice: PinChoice,
  ): Promise<TerminalSession> => {
    const deviceHash = hashOfDevice(deviceToken)
    const employee = await staff.verifyChoice(grant, deviceHash, choice)
    const { membershipId, pinHash, newPinHash } = employee
    return opened(grant, employee, (tx, tokenHash) =>
      queries.choosePin(tx, { deviceHash, membershipId, pinHash, newPinHash, tokenHash }, client),
    )
  }

  const opened = async (
    grant: Grant<'public'>,
    { employeeId, membershipId, name, role }: VerifiedEmployee,
    open: (tx: Tx<'public'>, tokenHash: Buffer) => Promise<queries.OpenedSession>,
  ): Promise<TerminalSession> => {
    const { token, tokenHash } = newToken()
    const session = await database.guest(grant.requestId, (tx) => open(tx, tokenHash))
    return {
      token,
      expiresAt: session.expiresAt,
      employee: { id: employeeId, membershipId, name, role },
      terminal: { id: session.terminalId, name: session.terminalName, storeId: session.storeId },
    }
  }

  return { enable, openEnabling, enableByCode, device, disable, assist, signIn, choosePin }
}

/** @throws Problem `not_found` · `forbidden` · `merchant_suspended` */
async function terminalToChange(
  tx: Tx<'store:manager' | 'rows'>,
  id: string,
): Promise<queries.PlacedTerminal> {
  const terminal = await queries.terminal(tx, scopeOf(tx), id)
  tx.storeActorIn(terminal.storeId)
  return terminal
}

/** @throws Problem `terminal_not_enabled` */
function hashOfDevice(deviceToken: string | undefined): Buffer {
  if (deviceToken !== undefined) return tokenHashOf(deviceToken)
  throw new Problem('terminal_not_enabled', {
    detail: 'A manager of the store can enable this device as a terminal.',
  })
}
