import type { WireRequest, WireResponse } from '../adapters/aggregator/transport.ts'
import { type Clock, systemClock } from '../adapters/clock/clock.ts'
import { type Centavos, centavos } from '../amounts/centavos.ts'
import { simulatedCatalog } from './catalog/catalog.ts'
import type { SimulatedProduct } from './catalog/product.ts'
import { type EngineOptions, SimulatorEngine } from './engine.ts'
import { type Journal, memoryJournal } from './journal.ts'
import type { Transaction } from './transaction.ts'
import { basicToken, type Credentials, wireHandler } from './wire.ts'

export interface SimulatorOptions {
  readonly journal: Journal
  /** The folder of the other accounts' journals; in memory when absent. */
  readonly accountJournal?: ((apiKey: string) => Journal) | undefined
  readonly clock?: Clock | undefined
  readonly products?: readonly SimulatedProduct[] | undefined
  readonly credentials?: Credentials | undefined
  readonly timeScale?: number | undefined
  readonly holdLifeMs?: number | undefined
  readonly openingBalanceCentavos?: Centavos | undefined
  readonly isSettledInConfirm?: boolean | undefined
  readonly script?: EngineOptions['script']
  readonly onEnd?: ((transaction: Transaction, engine: SimulatorEngine) => void) | undefined
  /** Called with the error behind every 500. */
  readonly onFault?: ((error: unknown) => void) | undefined
}

/** Public, as a simulator's credentials should be. */
export const simulatorCredentials: Credentials = { apiKey: 'sandbox', apiSecret: 'sandbox' }

/** Other customers of the simulated provider, each with its own account and transactions. */
const simulatedCustomers: readonly (Credentials & { readonly openingBalanceCentavos: Centavos })[] = [
  { apiKey: 'sandbox-merchant', apiSecret: 'sandbox-merchant', openingBalanceCentavos: centavos(1_000_000) },
  { apiKey: 'sandbox-penniless', apiSecret: 'sandbox-penniless', openingBalanceCentavos: centavos(0) },
]

/** A simulated provider: the API to call it, and the engine to inspect its true state. */
export interface Simulator {
  readonly handle: (request: WireRequest) => Promise<WireResponse>
  /** Of the account that the product sells from. */
  readonly engine: SimulatorEngine
  /** Of one of the other customers. @throws RangeError for an unknown key */
  account(apiKey: string): SimulatorEngine
  /** Advances every used account to the clock. */
  advance(): void
  close(): void
}

/**
 * Opens the simulator on a journal, where it left off; accounts are opened at first use. @throws JournalFault
 */
export function openSimulator(options: SimulatorOptions): Simulator {
  const clock = options.clock ?? systemClock
  const { onFault = () => undefined, accountJournal = memoryJournal } = options
  const open = (journal: Journal, credentials: Credentials, openingBalanceCentavos: Centavos) => {
    const engine: SimulatorEngine = new SimulatorEngine({
      journal,
      products: options.products ?? simulatedCatalog,
      clock,
      timeScale: options.timeScale ?? 1,
      holdLifeMs: options.holdLifeMs ?? 3_600_000,
      openingBalanceCentavos,
      isSettledInConfirm: options.isSettledInConfirm ?? false,
      script: options.script,
      onEnd: (transaction) => options.onEnd?.(transaction, engine),
    })
    return { engine, handle: wireHandler(engine, credentials, () => clock.now(), onFault) }
  }

  const credentials = options.credentials ?? simulatorCredentials
  const own = open(options.journal, credentials, options.openingBalanceCentavos ?? centavos(100_000_000_000))
  const others = new Map<string, typeof own>()
  const account = (apiKey: string) => {
    const customer = simulatedCustomers.find((each) => each.apiKey === apiKey)
    if (customer === undefined) throw new RangeError(`Unknown customer ${apiKey}`)
    const opened =
      others.get(apiKey) ?? open(accountJournal(apiKey), customer, customer.openingBalanceCentavos)
    others.set(apiKey, opened)
    return opened
  }
  const every = () => [own, ...others.values()]

  return {
    async handle(request) {
      const { authorization } = request.headers
      const customer = simulatedCustomers.find((each) => basicToken(each) === authorization)
      return (customer === undefined ? own : account(customer.apiKey)).handle(request)
    },
    engine: own.engine,
    account: (apiKey) => account(apiKey).engine,
    advance: () => every().forEach(({ engine }) => void engine.balance()),
    close: () => every().forEach(({ engine }) => void engine.close()),
  }
}
