import { AggregatorFault, type DebtAnswer } from '../../../domains/vas/aggregator.ts'
import type { Call, Client } from './client.ts'
import { readBalance, readProduct, readStatement } from './messages.ts'
import { failureOfError, fromPesos } from './translate.ts'
import { productOf } from './translate-products.ts'

/** How the provider says that it knows no such account. */
const resourceNotFound = 1000404

/** Far above what any provider sells in a country. */
const mostPages = 500

/** Pages of a hundred. Products that this product cannot sell are left out. @throws AggregatorFault */
export async function* productPages(client: Client, timeoutMs: number) {
  let read = 0
  for (let page = 1; page <= mostPages; page++) {
    const query = { country_iso_code: 'MEX', per_page: '100', page: String(page) }
    const reply = await ask(client, { method: 'GET', path: '/products', query, timeoutMs })
    if (!Array.isArray(reply.body)) throw new AggregatorFault(`Page ${page} of the products is not a list`)
    read += reply.body.length
    yield reply.body.flatMap((item) => {
      const wire = readProduct(item)
      return wire ? (productOf(wire) ?? []) : []
    })
    const total = Number(reply.headers['x-total'] ?? Number.NaN)
    const isLast = Number.isNaN(total) ? reply.body.length < 100 : read >= total
    if (isLast) return
    // An empty page before the end would look like products that are sold no more.
    if (reply.body.length === 0) throw new AggregatorFault(`Page ${page} of the products is empty`)
  }
  throw new AggregatorFault(`The products do not end after ${mostPages} pages`)
}

/** The account in pesos, never rounded in our favour. @throws AggregatorFault */
export async function balance(client: Client, timeoutMs: number) {
  const { body } = await ask(client, { method: 'GET', path: '/balances', timeoutMs })
  const pesos = Array.isArray(body) ? body.map(readBalance).find((one) => one !== undefined) : undefined
  const availableCentavos = pesos && fromPesos(Math.floor(pesos.available * 100 + 1e-6) / 100)
  const holdingCentavos = pesos && fromPesos(Math.ceil(pesos.holding * 100 - 1e-6) / 100)
  if (availableCentavos === undefined || holdingCentavos === undefined) {
    throw new AggregatorFault('The provider shows no balance in pesos')
  }
  return { availableCentavos, holdingCentavos }
}

async function ask(client: Client, call: Call) {
  const reply = await client(call)
  if (reply.kind === 'ok') return reply
  if (reply.kind === 'unclear') throw new AggregatorFault(reply.cause)
  throw new AggregatorFault(`HTTP ${reply.status}, error ${reply.code}`, reply.status)
}

/** The open statements of an account. */
export async function lookupDebt(
  client: Client,
  timeoutMs: number,
  { providerProductId, reference }: { readonly providerProductId: string; readonly reference: string },
): Promise<DebtAnswer> {
  const body = { product_id: Number(providerProductId), account_number: reference, per_page: 100 }
  const reply = await client({ method: 'POST', path: '/lookup/statement-inquiry', body, timeoutMs })
  if (reply.kind === 'unclear') return { kind: 'unknown', cause: reply.cause }
  if (reply.kind === 'refused') {
    const isUnknownAccount = reply.code === resourceNotFound
    const failure = isUnknownAccount ? 'invalid_reference' : failureOfError(reply.code, true)
    return { kind: 'rejected', failure, providerCode: String(reply.code) }
  }
  if (!Array.isArray(reply.body)) return { kind: 'unknown', cause: 'an unreadable list' }
  const items = reply.body.map((item) => {
    const statement = readStatement(item)
    const amountCentavos = statement && fromPesos(statement.pesos)
    return statement && amountCentavos !== undefined
      ? { reference: statement.reference, dueOn: statement.dueOn ?? null, amountCentavos }
      : undefined
  })
  const readable = items.filter((item) => item !== undefined)
  if (readable.length < items.length) return { kind: 'unknown', cause: 'an unreadable statement' }
  return { kind: 'statements', items: readable }
}
