import { type Centavos, centavos } from '../../../money/centavos.ts'
import { type Clock, systemClock } from '../../clock/clock.ts'
import type { WireRequest, WireResponse } from '../transport.ts'
import { simulatedCatalog } from './catalog/catalog.ts'
import type { SimulatedProduct } from './catalog/product.ts'
import { type EngineOptions, SimulatorEngine } from './engine.ts'
import type { Journal } from './journal.ts'
import { type Credentials, wireHandler } from './wire.ts'

export interface SimulatorOptions {
  readonly journal: Journal
  readonly clock?: Clock | undefined
  readonly products?: readonly SimulatedProduct[] | undefined
  readonly credentials?: Credentials | undefined
  readonly timeScale?: number | undefined
  readonly holdLifeMs?: number | undefined
  readonly openingBalanceCentavos?: Centavos | undefined
  readonly isSettledInConfirm?: boolean | undefined
  readonly script?: EngineOptions['script']
  readonly onEnd?: EngineOptions['onEnd']
  /** Told of the fault behind every 500. */
  readonly onFault?: ((error: unknown) => void) | undefined
}

/** Known to everybody, as a simulator's should be. */
export const simulatorCredentials: Credentials = { apiKey: 'sandbox', apiSecret: 'sandbox' }

/** A provider of its own: the wire to talk to it, the engine to see what it really did. */
export interface Simulator {
  readonly handle: (request: WireRequest) => Promise<WireResponse>
  readonly engine: SimulatorEngine
  close(): void
}

/** Opens the simulator on a journal, where it left off. @throws JournalFault */
export function openSimulator(options: SimulatorOptions): Simulator {
  const clock = options.clock ?? systemClock
  const engine = new SimulatorEngine({
    journal: options.journal,
    products: options.products ?? simulatedCatalog,
    clock,
    timeScale: options.timeScale ?? 1,
    holdLifeMs: options.holdLifeMs ?? 3_600_000,
    openingBalanceCentavos: options.openingBalanceCentavos ?? centavos(100_000_000_000),
    isSettledInConfirm: options.isSettledInConfirm ?? false,
    script: options.script,
    onEnd: options.onEnd,
  })
  const credentials = options.credentials ?? simulatorCredentials
  const handle = wireHandler(engine, credentials, () => clock.now(), options.onFault ?? (() => undefined))
  return { handle, engine, close: () => engine.close() }
}
