import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { v7 as uuid } from 'uuid'
import type { Grant } from '../../authorization/grant.ts'
import { asSeen } from '../../collections/fields.ts'
import { byId, pageOf, viewed } from '../../collections/page.ts'
import { scopeOf } from '../../collections/scope.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import { bankName, readClabe } from './clabe.ts'
import * as queries from './queries.ts'
import type {
  BankAccount,
  BankAccountQuery,
  Decision,
  NewBankAccount,
  OfMerchant,
  QueuedBankAccount,
  QueueQuery,
} from './schema.ts'

/** Port: seals a secret under its own data key; `context` ties it to its owner. */
export interface ClabeSealer {
  sealEnvelope(plain: Uint8Array, context: string): SealedClabe
  openEnvelope(envelope: SealedClabe, context: string): Buffer
}

interface SealedClabe {
  readonly sealed: Buffer
  readonly sealedKey: Buffer
}

interface SealedAccount extends SealedClabe {
  readonly bankAccountId: string
  readonly holder: string
  readonly bankCode: string
}

interface Dependencies {
  readonly database: Database
  readonly sealer: ClabeSealer
}

export type BankAccountsService = ReturnType<typeof bankAccountsService>

/**
 * Bank accounts for payouts: a manager adds an account, an operator verifies or rejects it, and verification
 * expires after twelve months. The last four digits identify a CLABE; the whole CLABE is shown only to the
 * person who pays a settlement. Every change queues a job, in the same transaction, that derives the
 * merchant's verification. Owns money.bank_accounts.
 */
export function bankAccountsService({ database, sealer }: Dependencies) {
  /**
   * Adds an account of the merchant; sending the same one again returns the existing one.
   *
   * @throws Problem `invalid_request` (the CLABE) · `duplicate_value` (with another holder) ·
   * `verification_locked` · `bank_accounts_pending`
   */
  const add = async (
    grant: Grant<'store:manager'>,
    order: NewBankAccount,
  ): Promise<{ account: BankAccount; isNew: boolean }> => {
    // Checked before any work, so that a caller without permission learns that first.
    const { merchantId } = await database.read(grant, async (tx) => tx.storeActor())
    const holder = asSeen(order.holder)
    const of = { holder, ...(await seal(order.clabe, merchantId)) }
    return database.write(grant, async (tx) => {
      const { isNew, ...account } = await queries.add(tx, tx.storeActor(), of)
      return { account: view(account), isNew }
    })
  }

  /** The stored parts of a CLABE, for one account. @throws Problem `invalid_request` */
  const seal = async (digits: string, merchantId: string) => {
    const clabe = readClabe(digits)
    if ('fault' in clabe)
      throw new Problem('invalid_request', { errors: [{ path: '/clabe', message: clabe.fault }] })
    const id = uuid()
    return {
      id,
      bankCode: clabe.bankCode,
      lastFour: clabe.lastFour,
      fingerprint: await fingerprint(clabe.digits, merchantId),
      ...sealer.sealEnvelope(Buffer.from(clabe.digits), contextOf(id)),
    }
  }

  /**
   * An account with its CLABE, for a transfer. The caller has checked the permission to pay it, and audited
   * it.
   */
  const open = ({ bankAccountId, holder, bankCode, sealed, sealedKey }: SealedAccount) => ({
    holder,
    bank: { code: bankCode, name: bankName(bankCode) },
    clabe: sealer.openEnvelope({ sealed, sealedKey }, contextOf(bankAccountId)).toString(),
  })

  /** Accounts of the caller's merchants, newest first. @throws Problem `invalid_cursor` */
  const bankAccounts = (grant: Grant<'rows'>, { storeId, limit, cursor }: BankAccountQuery) =>
    database.read(grant, async (tx) => {
      const asked = { list: 'bank accounts', narrowedBy: [storeId], limit, cursor }
      const page = await pageOf(tx, asked, byId, (range) =>
        queries.bankAccounts(tx, scopeOf(tx, storeId), range),
      )
      return viewed(page, view)
    })

  /** Accounts to verify or already decided, oldest first. @throws Problem `invalid_cursor` */
  const queue = (grant: Grant<'platform:operator'>, { limit, cursor, ...filter }: QueueQuery) =>
    database.read(grant, async (tx) => {
      const asked = { list: 'bank account queue', narrowedBy: [filter], limit, cursor }
      const page = await pageOf(tx, asked, byId, (range) => queries.queue(tx, filter, range))
      return viewed(page, view)
    })

  /** One merchant's accounts, oldest first. @throws Problem `not_found` · `invalid_cursor` */
  const ofMerchant = (grant: Grant<'platform:operator'>, { merchantId, limit, cursor }: OfMerchant) =>
    database.read(grant, async (tx) => {
      await queries.assertMerchant(tx, merchantId)
      const asked = { list: 'bank accounts of', narrowedBy: [merchantId], limit, cursor }
      const page = await pageOf(tx, asked, byId, (range) => queries.queue(tx, { merchantId }, range))
      return viewed(page, view)
    })

  /**
   * Verifies or rejects an account. The merchant's verification follows a moment later.
   *
   * @throws Problem `not_found` · `forbidden` (the caller's own) · `invalid_request` (no reason) ·
   * `verification_locked` · `already_verified` · `invalid_transition`
   */
  const decide = (
    grant: Grant<'platform:operator'>,
    id: string,
    decision: Decision,
  ): Promise<QueuedBankAccount> =>
    database.write(grant, async (tx) => {
      // Absence is reported before faults of the decision.
      const { merchant } = await queries.queued(tx, id)
      if (decision.status === 'REJECTED' && decision.reason === undefined)
        throw new Problem('invalid_request', {
          errors: [{ path: '/reason', message: 'is required to reject an account' }],
        })
      return view({ ...(await queries.decide(tx, id, decision)), merchant })
    })

  return { add, seal, open, bankAccounts, queue, ofMerchant, decide }
}

const expiredAtOnce = 200

/** Expires accounts past their twelve months; returns how many. For the nightly job. */
export async function expireBankAccounts(database: Database): Promise<{ expired: number }> {
  let expired = 0
  for (;;) {
    const count = await database.worker((tx) => queries.expire(tx, expiredAtOnce))
    expired += count
    if (count < expiredAtOnce) return { expired }
  }
}

function view<R extends { readonly bankCode: string }>({ bankCode, ...row }: R) {
  return { ...row, bank: { code: bankCode, name: bankName(bankCode) } }
}

/** Sealed for one account: the CLABE of another one does not open in its place. */
const contextOf = (id: string) => `bank account:${id}`

const derive = promisify<string, string, number, Buffer>(scrypt)

/**
 * Identifies the accounts of one merchant; slow on purpose, so that a reader of it can hardly guess the
 * digits.
 */
function fingerprint(digits: string, merchantId: string): Promise<Buffer> {
  return derive(digits, `mostrador bank account ${merchantId}`, 16)
}

/** The common name of the bank of a CLABE. */
export const bankOf = (clabe: string): string => bankName(clabe.slice(0, 3))
