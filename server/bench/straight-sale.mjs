import * as keys from '../dist/idempotency/queries.js'
import { newSale } from '../dist/vas/sales/new-sale.js'
import * as queries from '../dist/vas/sales/queries.js'
import { next } from '../dist/vas/sales/sale-state.js'
import { transition } from '../dist/vas/sales/settling-queries.js'
import { recorded } from './recorded.mjs'
import { tokenHash } from './world.mjs'

/**
 * A sale as SQL only: the statements of the product's queries in three transactions, with expressions in
 * place of values. Each transaction is a list of packets, each packet a list of statements; statements that
 * the product sends together are together here. Variables are written `:name`: `till`, `phone` and `nonce`
 * come from outside, `id` from the statement that is marked `answers`.
 *
 * @typedef {{ text: string, answers?: boolean }} Statement
 * @typedef {Statement[][]} Transaction
 *
 * @param {object} context the result of `saleContext` for any till: all sell the same product
 * @param {string} answerBody the body of a request's answer, to be stored
 * @returns {Promise<Transaction[]>}
 */
export async function straightSale(context, answerBody) {
  const sale = preparedSale(context)
  const open = {
    merchantId: '@merchant',
    sale,
    confirmDuplicate: false,
    duplicateWindowSeconds: 300,
  }
  const claim = {
    merchantId: '@merchant',
    route: 'POST /vas/sale',
    key: '@key',
    fingerprint: '@fingerprint',
    resourceId: '@new',
    lockMs: 30_000,
  }
  const answer = {
    merchantId: '@merchant',
    accountId: '@account',
    route: 'POST /vas/sale',
    key: '@key',
    status: 201,
    body: answerBody,
  }
  const [confirming, completed] = transitions()
  const packet = async (...work) =>
    Promise.all(work.map(async (query) => ({ text: inlined(await recorded(query)) })))
  const [opened] = await packet((tx) => queries.openSale(tx, open))
  return [
    [
      [
        begin,
        {
          text: `select app.authenticate(${tokenHash(':till')}, ${parts.store}, true, 'bench') as principal`,
        },
      ],
      await packet(
        (tx) => keys.claim(tx, claim),
        (tx) => queries.saleContext(tx, '@store', context.productId),
      ),
      [{ ...opened, answers: true }],
      [commit],
    ],
    [[begin, ...(await packet(confirming))], [commit]],
    [[begin, ...(await packet(completed, (tx) => keys.keepLate(tx, answer)))], [commit]],
  ]
}

export const begin = { text: 'begin' }
export const commit = { text: 'commit' }

/** The expressions for `@name` in a value. */
export const parts = {
  merchant: 'bench.id(2, :till)',
  store: 'bench.id(3, :till)',
  membership: 'bench.id(4, :till)',
  account: 'bench.id(1, :till)',
  phone: '(:phone)::text',
  key: `('straight-' || (:nonce)::text)`,
  fingerprint: `sha256(convert_to((:nonce)::text, 'UTF8'))`,
  new: 'app.uuid_v7()',
  id: '(:id)::uuid',
  ...Object.fromEntries([1, 2, 3, 4, 5].map((no) => [`goods${no}`, `bench.id(10, :till * 10 + ${no})`])),
}

const inAnHour = new Date(Date.now() + 3_600_000)

function preparedSale(context) {
  const actor = {
    merchantId: '@merchant',
    storeId: '@store',
    membershipId: '@membership',
    accountId: '@account',
  }
  const request = { productId: context.productId, reference: '5500000000' }
  const terms = { mode: 'sandbox', now: inAnHour, expectedWithinMs: 300_000, leaseMs: 20_000 }
  return { ...newSale(request, actor, 'Cajero', context, terms), id: '@new', reference: '@phone' }
}

/** The sale's transitions after the provider's two answers, by the product's own rules. */
function transitions() {
  const amountCentavos = 10_000n
  const ids = { externalId: '@id', providerTransactionId: '1000000001' }
  const row = { merchant_id: '@merchant', id: '@id', fence: 1 }
  const progress = { id: '@id', amountCentavos, checks: 0, createdAt: inAnHour, expectedBy: inAnHour }
  const held = next(
    { ...progress, phase: 'RESERVED', providerTransactionRef: null },
    { kind: 'held', ...ids, amountCentavos, expiresAt: inAnHour },
    new Date(),
  )
  const done = next(
    { ...progress, phase: held.to, providerTransactionRef: ids.providerTransactionId },
    { kind: 'completed', ...ids, amountCentavos, authorization: '12345678' },
    new Date(),
  )
  return [
    (tx) =>
      transition(tx, { ...row, phase: 'RESERVED' }, held, {
        nextCheckInMs: 2_000,
        leaseMs: 20_000,
      }),
    (tx) => transition(tx, { ...row, phase: held.to }, done, { nextCheckInMs: 2_000, leaseMs: null }),
  ]
}

/** The statement with its values written into it. */
export function inlined({ text, values }) {
  return text.replaceAll(/\$(\d+)/g, (_, number) => literal(values[Number(number) - 1]))
}

function literal(value) {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`
  if (/^@\w+$/.test(value)) return parts[value.slice(1)]
  const quoted = value
    .replaceAll("'", "''")
    // pgbench would take it for a variable, even in a string.
    .replaceAll(/:(?=\w)/g, `:' || '`)
    // Inside a JSON document a part is a separate string.
    .replaceAll(/"@(\w+)"/g, (_, name) => `"' || ${parts[name]} || '"`)
  return `('${quoted}')`
}
