import type { WireRequest, WireResponse } from '../adapters/aggregator/transport.ts'
import { discovery } from './discovery.ts'
import type { SimulatorEngine } from './engine.ts'
import { WireError } from './errors.ts'
import { asFields, readOrder } from './order.ts'
import { pageOf } from './pages.ts'
import { pesos, wireTransaction } from './render.ts'
import { statementsOf } from './statements.ts'
import { wireStatus } from './statuses.ts'
import type { Transaction } from './transaction.ts'

export interface Credentials {
  readonly apiKey: string
  readonly apiSecret: string
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Call {
  readonly request: WireRequest
  /** The number in the path; NaN if there is none. */
  readonly id: number
  readonly body: () => unknown
}

/** The `Authorization` header of a customer. */
export function basicToken({ apiKey, apiSecret }: Credentials): string {
  return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
}

const dayMs = 86_400_000

/**
 * The provider's HTTP API for `engine`, for any transport: a socket, or a call within the process.
 *
 * @param onFault called with what a 500 hides from the caller, such as a journal that cannot be written
 */
export function wireHandler(
  engine: SimulatorEngine,
  credentials: Credentials,
  now: () => Date,
  onFault: (error: unknown) => void,
) {
  const authorization = basicToken(credentials)
  const routes = {
    ...catalogRoutes(engine),
    ...accountRoutes(engine, now),
    ...transactionRoutes(engine, now),
  }

  return async function handle(request: WireRequest): Promise<WireResponse> {
    try {
      if (request.headers.authorization !== authorization) throw new WireError('unauthorized')
      const { route, id } = matchRoute(request)
      const run = routes[route]
      if (!run) throw new WireError('notFound')
      const { status = 200, headers = {}, body } = run({ request, id, body: () => readJson(request.body) })
      return reply(status, headers, body)
    } catch (error) {
      if (!(error instanceof WireError)) onFault(error)
      const refusal = error instanceof WireError ? error : new WireError('unexpected')
      return reply(refusal.status, {}, { errors: [{ code: refusal.code, message: refusal.message }] })
    }
  }
}

function reply(status: number, headers: Readonly<Record<string, string>>, body: unknown): WireResponse {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** `GET /transactions/17` is route `GET /transactions/:id` with id 17. */
function matchRoute({ method, path }: WireRequest): { readonly route: string; readonly id: number } {
  const number = /\/(\d{1,15})(?=\/|$)/.exec(path)
  if (!number) return { route: `${method} ${path}`, id: Number.NaN }
  return { route: `${method} ${path.replace(number[0], '/:id')}`, id: Number(number[1]) }
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    throw new WireError('badRequest', 'the body is not JSON')
  }
}

type Routes = Readonly<Record<string, (call: Call) => Answer>>

function catalogRoutes(engine: SimulatorEngine): Routes {
  const catalog = discovery(engine.products.values())
  const inSpanish = { 'content-language': 'es', vary: 'Accept-Language' }
  return {
    'GET /services': ({ request }) => pageOf(catalog.services, request.query),
    'GET /services/:id': ({ id }) => ({ body: catalog.service(id) }),
    'GET /operators': ({ request }) => pageOf(catalog.operators, request.query),
    'GET /operators/:id': ({ id }) => ({ body: catalog.operator(id) }),
    'GET /products': ({ request }) => {
      const page = pageOf(catalog.products(request.query), request.query)
      return { ...page, headers: { ...page.headers, ...inSpanish } }
    },
    'GET /products/:id': ({ id }) => ({ headers: inSpanish, body: catalog.product(id) }),
    'GET /promotions': ({ request }) => pageOf([], request.query),
    'GET /campaigns': ({ request }) => pageOf([], request.query),
    'POST /lookup/mobile-number': ({ request, body }) => {
      const mobileNumber = asFields(body())?.mobile_number
      if (typeof mobileNumber !== 'string') throw new WireError('creditPartyInvalid')
      return pageOf(catalog.carriersOf(mobileNumber), request.query)
    },
  }
}

function accountRoutes(engine: SimulatorEngine, now: () => Date): Routes {
  return {
    'GET /balances': ({ request }) => {
      const { available, holding } = engine.balance()
      const amounts = { available: pesos(available), holding: pesos(holding), credit_limit: 0 }
      return pageOf([{ id: 1, unit_type: 'CURRENCY', unit: 'MXN', ...amounts }], request.query)
    },
    'POST /lookup/statement-inquiry': ({ request, body }) => {
      const { product_id: productId, account_number: accountNumber } = asFields(body()) ?? {}
      const product = engine.products.get(Number(productId))
      if (!product) throw new WireError('productNotAvailable')
      if (!product.payment?.hasStatementInquiry) throw new WireError('notSupported')
      if (typeof accountNumber !== 'string') throw new WireError('badRequest', 'account_number is needed')
      return pageOf(statementsOf(accountNumber, now()), request.query)
    },
  }
}

function transactionRoutes(engine: SimulatorEngine, now: () => Date): Routes {
  const create = ({ body }: Call): Answer => {
    const { order, isConfirmed } = readOrder(body(), engine.products)
    const created = engine.create(order)
    return { status: 201, body: shown(isConfirmed ? engine.confirm(created.id) : created) }
  }
  const confirm = ({ id }: Call): Answer => ({ status: 202, body: shown(engine.confirm(id)) })

  return {
    'POST /async/transactions': create,
    'POST /sync/transactions': create,
    'POST /async/transactions/:id/confirm': confirm,
    'POST /sync/transactions/:id/confirm': confirm,
    'POST /transactions/:id/cancel': ({ id }) => ({ status: 202, body: shown(engine.cancel(id)) }),
    'GET /transactions/:id': ({ id }) => {
      const transaction = engine.find(id)
      if (!transaction) throw new WireError('transactionNotFound')
      return { body: seenLater(transaction) }
    },
    'GET /transactions': ({ request }) => pageOf(listed(request.query).map(seenLater), request.query),
  }

  function shown(transaction: Transaction) {
    return showTransaction(engine, transaction)
  }

  function seenLater(transaction: Transaction) {
    const { status } = transaction
    return showTransaction(engine, transaction, status === 'CONFIRMED' ? 'SUBMITTED' : status)
  }

  /** By our id directly; otherwise the newest of a window, 24 hours by default. */
  function listed(query: URLSearchParams): Transaction[] {
    const externalId = query.get('external_id')
    if (externalId !== null) {
      const found = engine.findByExternalId(externalId)
      return found ? [found] : []
    }
    const toMs = moment(query.get('to_date'), now().getTime())
    const fromMs = moment(query.get('from_date'), toMs - dayMs)
    if (toMs - fromMs > dayMs) throw new WireError('badRequest', 'the window is at most 24 hours')
    const statusId = query.get('status_id')
    const found: Transaction[] = []
    for (const transaction of engine.newestFirst()) {
      if (transaction.createdAtMs < fromMs) break
      const isAsked = statusId === null || Number(statusId) === wireStatus(transaction.status).id
      if (transaction.createdAtMs <= toMs && isAsked) found.push(transaction)
    }
    return found
  }
}

/** The transaction in the provider's format; callbacks have the same. */
export function showTransaction(
  engine: SimulatorEngine,
  transaction: Transaction,
  status = transaction.status,
) {
  const product = engine.products.get(transaction.productId)
  if (!product)
    throw new Error(`Product ${transaction.productId} was sold and is not in the catalog any more`)
  return wireTransaction(transaction, product, status, engine.seed)
}

function moment(text: string | null, absent: number): number {
  if (text === null) return absent
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) throw new WireError('badRequest', 'dates are RFC 3339')
  return atMs
}
