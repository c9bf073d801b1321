import type { Scope } from '../../collections/scope.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { AssistedTerminal, DeviceTerminal } from './schema.ts'

export interface PlacedTerminal {
  readonly id: string
  readonly merchantId: string
  readonly storeId: string
}

/** @throws Problem `not_found` */
export function terminal(tx: Tx<'store:manager'>, scope: Scope, id: string): Promise<PlacedTerminal> {
  return tx.one(sql<PlacedTerminal>`
    select t.id, t.merchant_id as "merchantId", t.store_id as "storeId" from shop.terminals t
     where t.merchant_id = any (${scope.merchantIds}::uuid[]) and t.id = ${id}`)
}

/** Returns since when. */
export async function enable(tx: Tx<'store:manager'>, of: PlacedTerminal, tokenHash: Buffer): Promise<Date> {
  const { at } = await tx.one(sql<{ at: Date }>`
    select shop.enable_terminal(${of.merchantId}, ${of.id}, ${tokenHash}) as at`)
  return at
}

/** Returns when the code expires. */
export async function openEnabling(
  tx: Tx<'store:manager'>,
  of: PlacedTerminal,
  codeHash: Buffer,
): Promise<Date> {
  const { at } = await tx.one(sql<{ at: Date }>`
    select shop.open_enabling(${of.merchantId}, ${of.id}, ${codeHash}) as at`)
  return at
}

/** @throws Problem `enabling_code_spent` · `merchant_suspended` */
export function enableByCode(
  tx: Tx<'public'>,
  codeHash: Buffer,
  tokenHash: Buffer,
): Promise<Omit<DeviceTerminal, 'status'>> {
  return tx.one(sql<Omit<DeviceTerminal, 'status'>>`
    select t.id, t.name, t.store_id as "storeId", t.store_name as "storeName"
      from shop.enable_terminal_by_code(${codeHash}, ${tokenHash}) t`)
}

export async function terminalOfDevice(
  tx: Tx<'public'>,
  deviceHash: Buffer,
): Promise<DeviceTerminal | undefined> {
  const [found] = await tx.rows(sql<DeviceTerminal>`
    select t.id, t.name, t.status, t.store_id as "storeId", t.store_name as "storeName"
      from shop.terminal_known(${deviceHash}) t`)
  return found
}

export function disable(tx: Tx<'store:manager'>, of: PlacedTerminal): Promise<unknown> {
  return tx.rows(sql`select shop.disable_terminal(${of.merchantId}, ${of.id})`)
}

/** Before a terminal's record is changed to disabled; a new one has nothing to end. */
export async function disableRecord(tx: Tx<'rows'>, of: PlacedTerminal): Promise<void> {
  const before = await tx.first(sql<{ status: string }>`
    select t.status from shop.terminals t where t.merchant_id = ${of.merchantId} and t.id = ${of.id}`)
  if (before === undefined) return
  await tx.rows(sql`select shop.end_terminal_work(${of.merchantId}, ${of.id})`)
  await tx.rows(sql`
    select audit.record_at(${of.merchantId}, ${of.storeId}, 'terminal.disabled', 'terminal', ${of.id},
                           jsonb_build_object('status', ${before.status}::text), '{"status": "DISABLED"}')`)
}

/** @throws Problem `not_found` */
export function assist(tx: Tx<'platform:operator'>, id: string, reason: string): Promise<AssistedTerminal> {
  return tx.one(sql<AssistedTerminal>`
    select t.id, t.store_id as "storeId", t.name, t.status, t.device_enabled_at as "deviceEnabledAt"
      from shop.assist_terminal(${id}, ${reason}) t`)
}

/** The client's address, as far as the connection shows it. */
export interface Client {
  readonly address: string
  readonly userAgent: string | undefined
}

export interface OpenedSession {
  readonly terminalId: string
  readonly terminalName: string
  readonly storeId: string
  readonly expiresAt: Date
}

/** @throws Problem `terminal_not_enabled` · `merchant_suspended` · `invalid_employee_code` (it changed meanwhile) */
export function openSession(
  tx: Tx<'public'>,
  session: {
    readonly deviceHash: Buffer
    readonly membershipId: string
    readonly pinHash: string
    readonly tokenHash: Buffer
  },
  client: Client,
): Promise<OpenedSession> {
  const { deviceHash, membershipId, pinHash, tokenHash } = session
  return tx.one(sql<OpenedSession>`
    select o.terminal_id as "terminalId", o.terminal_name as "terminalName", o.store_id as "storeId",
           o.expires_at as "expiresAt"
      from shop.open_terminal_session(${deviceHash}, ${membershipId}, ${pinHash}, ${tokenHash},
        ${client.address}::inet, ${client.userAgent ?? null}) o`)
}

/** @throws Problem as `openSession`, also when the generated PIN has expired meanwhile */
export function choosePin(
  tx: Tx<'public'>,
  choice: {
    readonly deviceHash: Buffer
    readonly membershipId: string
    readonly pinHash: string
    readonly newPinHash: string
    readonly tokenHash: Buffer
  },
  client: Client,
): Promise<OpenedSession> {
  const { deviceHash, membershipId, pinHash, newPinHash, tokenHash } = choice
  return tx.one(sql<OpenedSession>`
    select o.terminal_id as "terminalId", o.terminal_name as "terminalName", o.store_id as "storeId",
           o.expires_at as "expiresAt"
      from shop.choose_pin_at_terminal(${deviceHash}, ${membershipId}, ${pinHash}, ${newPinHash}, ${tokenHash},
        ${client.address}::inet, ${client.userAgent ?? null}) o`)
}
