import type { WireRequest, WireResponse } from '../adapters/aggregator/transport.ts'
import { centavos } from '../amounts/centavos.ts'
import { callbackManners, type callbackSender } from './callbacks.ts'
import type { SimulatorEngine } from './engine.ts'
import { WireError } from './errors.ts'
import { type Faults, readFaultSwitch } from './faults.ts'
import { asFields } from './order.ts'

/**
 * The control port for tests and drills, separate from the provider's API and without credentials: bind it to
 * localhost only, never to a public address.
 *
 * `GET /journal` · `GET /balance` · `GET /faults` · `POST /faults` a switch · `POST /faults/clear` · `POST
 * /callbacks` {manner} · `POST /reversals` {externalId} · `POST /corrections` {externalId} · `POST /deposits`
 * {amountCentavos}
 */
export function controlHandler(
  engine: SimulatorEngine,
  faults: Faults,
  callbacks: ReturnType<typeof callbackSender>,
) {
  const idOf = (body: unknown): number => {
    const found = engine.findByExternalId(String(asFields(body)?.externalId))
    if (!found) throw new WireError('transactionNotFound')
    return found.id
  }
  const routes: Readonly<Record<string, (body: unknown) => unknown>> = {
    'GET /journal': () => engine.readJournal(),
    'GET /balance': () => {
      const { available, holding, spent } = engine.balance()
      return {
        availableCentavos: Number(available),
        holdingCentavos: Number(holding),
        spentCentavos: Number(spent),
      }
    },
    'GET /faults': () => faults.list(),
    'POST /faults': (body) => {
      faults.add(readFaultSwitch(body) ?? refuse('this is not a fault'))
      return faults.list()
    },
    'POST /faults/clear': () => {
      faults.clear()
      return faults.list()
    },
    'POST /callbacks': (body) => {
      const asked = asFields(body)?.manner
      const manner = callbackManners.find((one) => one === asked) ?? refuse('unknown manner')
      callbacks.setManner(manner)
      return { manner }
    },
    'POST /reversals': (body) => ({ id: engine.reverse(idOf(body)).id }),
    'POST /corrections': (body) => ({ id: engine.correct(idOf(body)).id }),
    'POST /deposits': (body) => {
      const amount = asFields(body)?.amountCentavos
      if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) refuse('no amount')
      engine.deposit(centavos(Number(amount)))
      return { amountCentavos: amount }
    },
  }

  return async ({ method, path, body }: WireRequest): Promise<WireResponse> => {
    const headers = { 'content-type': 'application/json' }
    try {
      const run = routes[`${method} ${path}`]
      if (!run) throw new WireError('notFound')
      return { status: 200, headers, body: JSON.stringify(run(body ? JSON.parse(body) : undefined)) }
    } catch (error) {
      const status = error instanceof WireError ? error.status : 400
      const message = error instanceof Error ? error.message : 'The request failed'
      return { status, headers, body: JSON.stringify({ message }) }
    }
  }
}

function refuse(detail: string): never {
  throw new WireError('badRequest', detail)
}
