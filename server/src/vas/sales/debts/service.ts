import { validate as isUuid } from 'uuid'
import type { Grant } from '../../../authorization/grant.ts'
import { assertStoreRole, soleStore } from '../../../authorization/guard.ts'
import type { StoreActor } from '../../../authorization/principal.ts'
import type { Database } from '../../../database/database.ts'
import type { Tx } from '../../../database/tx.ts'
import { type FieldFault, Problem } from '../../../problem/problem.ts'
import { isOn } from '../../../settings/values/service.ts'
import type { Aggregator, DebtAnswer } from '../aggregator.ts'
import { isReferenceRule, normalizeReference } from '../reference.ts'
import * as queries from './queries.ts'
import type { DebtQuery, Quote } from './schema.ts'

/** How long a quote is valid. */
const quoteLifeMs = 15 * 60_000

/** Small batches, so that no transaction blocks others for long. */
const quotesAtOnce = 1_000

export type DebtsService = ReturnType<typeof debtsService>

/**
 * Amounts owed on bills, as returned by the biller and stored for 15 minutes, so that the sale pays exactly
 * that. The biller is called between transactions; off by default. Owns vas.quotes.
 */
export function debtsService({ database, selling }: { database: Database; selling: Aggregator }) {
  /**
   * @throws Problem `feature_disabled` · `merchant_unverified` · `product_unavailable` · `reference_invalid` ·
   *         `nothing_owed` · `aggregator_unavailable`
   */
  const lookUp = async (grant: Grant<'authenticated'>, query: DebtQuery): Promise<Quote> => {
    const asked = await database.proveWriting(grant, (tx) => prepare(tx, grant, query))
    if (selling.mode === 'off') throw unavailable('Value-added services are switched off.')
    const answer = await selling.lookupDebt({
      providerProductId: asked.providerProductRef,
      reference: asked.reference,
    })
    const items = statementsOf(answer)
    const { merchantId, storeId, accountId } = asked.actor
    const { productId, reference, askedAt } = asked
    const { id, expiresAt } = await database.write(grant, (tx) => {
      actorOf(tx, grant)
      return queries.keepQuote(tx, {
        merchantId,
        storeId,
        accountId,
        productId,
        reference,
        items,
        askedAt,
        lifeMs: quoteLifeMs,
      })
    })
    const partial = asked.paymentModes.includes('PARTIAL')
    return { quoteId: id, items: items.map((item) => ({ ...item, partial })), expiresAt }
  }

  /** Deletes some quotes that expired a day ago and that no sale names; returns how many. */
  const forgetQuotes = () => database.worker((tx) => queries.forgetQuotes(tx, quotesAtOnce))

  return { lookUp, forgetQuotes }
}

/** Refusals in the order of every route of this domain: role, switch, state, request. */
async function prepare(tx: Tx<'authenticated'>, grant: Grant<'authenticated'>, query: DebtQuery) {
  if (grant.storeId !== undefined && tx.principal.memberships.length === 0) actorOf(tx, grant)
  if (!(await isOn(tx, 'vas_adeudo_lookup'))) {
    throw new Problem('feature_disabled', { detail: 'Lookups are switched off at the moment.' })
  }
  assertWhole(query)
  const { providerId, reference: typed } = query
  const actor = actorOf(tx, grant)
  const biller = await queries.lookupProduct(tx, actor.merchantId, providerId)
  const { isVerified } = await queries.isVerified(tx, actor.merchantId)
  if (!isVerified && !(await isOn(tx, 'merchant.unverifiedCanOperate'))) {
    throw new Problem('merchant_unverified', {
      detail: 'The platform has to verify the merchant before it can sell.',
    })
  }
  const { productId, providerProductRef, referenceRule, paymentModes, askedAt } = biller
  if (productId === null || providerProductRef === null || !isReferenceRule(referenceRule))
    throw new Problem('product_unavailable', { detail: 'This biller does not support lookups.' })
  const reference = normalizeReference(referenceRule, typed)
  return { actor, productId, providerProductRef, reference, askedAt, paymentModes: paymentModes ?? [] }
}

function actorOf(tx: Tx<'authenticated'>, grant: Grant<'authenticated'>): StoreActor {
  return grant.storeId === undefined
    ? soleStore(tx.principal, 'cashier')
    : assertStoreRole(tx.principal, grant.storeId, 'cashier')
}

/** @throws Problem `invalid_request` */
function assertWhole(
  query: DebtQuery,
): asserts query is DebtQuery & { providerId: string; reference: string } {
  const { providerId, reference, storeId } = query
  const faults: FieldFault[] = []
  if (!isUuid(providerId ?? '')) faults.push({ path: '/providerId', message: 'must be a UUID' })
  if (reference === undefined || reference === '') faults.push({ path: '/reference', message: 'is required' })
  if (storeId !== undefined && !isUuid(storeId)) faults.push({ path: '/storeId', message: 'must be a UUID' })
  if (faults.length > 0) throw new Problem('invalid_request', { errors: faults })
}

function statementsOf(answer: DebtAnswer) {
  switch (answer.kind) {
    case 'statements':
      if (answer.items.length > 0) return answer.items
      throw new Problem('nothing_owed', {
        detail: 'The biller has no open statement for this reference.',
        extras: { items: [] },
      })
    case 'unknown':
      throw unavailable('The biller does not answer. Try again in a moment.')
    case 'rejected':
      break
  }
  switch (answer.failure) {
    case 'invalid_reference':
    case 'invalid_number':
      throw new Problem('reference_invalid', { detail: 'The biller does not know this reference.' })
    case 'already_paid':
      throw new Problem('nothing_owed', {
        detail: 'The biller has no open statement for this reference.',
        extras: { items: [] },
      })
    case 'carrier_unavailable':
    case 'provider_balance':
    case 'provider_unreachable':
      throw unavailable('The biller is unavailable at the moment.')
    default:
      throw new Problem('product_unavailable', {
        detail: 'The biller refused the lookup.',
        extras: { failure: answer.failure },
      })
  }
}

function unavailable(detail: string): Problem {
  return new Problem('aggregator_unavailable', { detail, retryAfterSeconds: 30 })
}
