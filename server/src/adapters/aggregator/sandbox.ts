import path from 'node:path'
import type { Centavos } from '../../amounts/centavos.ts'
import { fileJournal, type Journal, memoryJournal } from '../../simulator/journal.ts'
import { openSimulator, type Simulator, simulatorCredentials } from '../../simulator/simulator.ts'
import type { Aggregator, Exchange } from '../../vas/sales/aggregator.ts'
import { type Clock, systemClock } from '../clock/clock.ts'
import { type DtoneTimeouts, dtoneAggregator } from './dtone/index.ts'
import type { Transport } from './transport.ts'

export interface SandboxOptions {
  /** The folder of `simulator.jsonl`; without it the sandbox keeps everything in memory. */
  readonly dir?: string | undefined
  readonly clock?: Clock | undefined
  /** Divides the delays of the suffix table; default 1. */
  readonly timeScale?: number | undefined
  /** How long a hold can be confirmed; default an hour. */
  readonly holdLifeMs?: number | undefined
  /** Default: a thousand million pesos. */
  readonly openingBalanceCentavos?: Centavos | undefined
  /** Off, as at the provider: a confirm is only accepted, and its outcome appears later. */
  readonly isSettledInConfirm?: boolean | undefined
  /** Whether each entry survives a power cut, at the cost of a disk sync per call. */
  readonly isFsynced?: boolean | undefined
  readonly timeouts?: Partial<DtoneTimeouts> | undefined
  /** Called with the error behind every 500 of the simulator, such as a full disk. */
  readonly onFault?: ((error: unknown) => void) | undefined
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** Sits between adapter and simulator, to drop or corrupt messages. */
  readonly wrapTransport?: ((inner: Transport) => Transport) | undefined
}

export interface SandboxAggregator extends Aggregator {
  /** The provider's side: what it has really done, and what its staff can do. */
  readonly simulator: Simulator
}

/**
 * The simulator in this process, called through the same adapter and JSON as the real provider.
 *
 * @throws JournalInUse when another process has `dir` open · JournalFault when its journal cannot be read
 */
export function sandboxAggregator(options: SandboxOptions): SandboxAggregator {
  const clock = options.clock ?? systemClock
  const simulator = openSimulator({
    journal: journalOf(options),
    accountJournal: (apiKey) =>
      journalOf({ ...options, dir: options.dir && path.join(options.dir, 'customers', apiKey) }),
    clock,
    timeScale: options.timeScale,
    holdLifeMs: options.holdLifeMs,
    openingBalanceCentavos: options.openingBalanceCentavos,
    isSettledInConfirm: options.isSettledInConfirm ?? true,
    onFault: options.onFault,
  })
  const inProcess: Transport = (request) => simulator.handle(request)
  const aggregator = dtoneAggregator({
    mode: 'sandbox',
    transport: options.wrapTransport ? options.wrapTransport(inProcess) : inProcess,
    ...simulatorCredentials,
    clock,
    timeouts: options.timeouts,
    onExchange: options.onExchange,
    close: async () => simulator.close(),
  })
  return { ...aggregator, simulator }
}

function journalOf({ dir, isFsynced }: SandboxOptions): Journal {
  return dir === undefined ? memoryJournal() : fileJournal(dir, isFsynced)
}
