import path from 'node:path'
import type { WireRequest } from '../adapters/aggregator/transport.ts'
import { type Clock, systemClock } from '../adapters/clock/clock.ts'
import type { Centavos } from '../amounts/centavos.ts'
import { callbackSender } from './callbacks.ts'
import { controlHandler } from './control.ts'
import { faultSwitches } from './faults.ts'
import { fileJournal, memoryJournal } from './journal.ts'
import { type ServedWire, serveWire } from './server.ts'
import { openSimulator, type Simulator } from './simulator.ts'
import { type Credentials, showTransaction } from './wire.ts'

export interface RunOptions {
  /** The journal's folder; without it everything is lost at exit. */
  readonly dir?: string | undefined
  /** 0: any free port. */
  readonly port: number
  /** Absent: no control port. It is always bound to localhost. */
  readonly controlPort?: number | undefined
  readonly host?: string | undefined
  readonly clock?: Clock | undefined
  readonly credentials?: Credentials | undefined
  readonly timeScale?: number | undefined
  readonly holdLifeMs?: number | undefined
  readonly openingBalanceCentavos?: Centavos | undefined
  readonly isFsynced?: boolean | undefined
  readonly onFault?: ((error: unknown) => void) | undefined
}

export interface RunningSimulator {
  /** The value for `VAS_AGGREGATOR_URL`. */
  readonly url: string
  readonly controlUrl: string | undefined
  readonly simulator: Simulator
  close(): Promise<void>
}

/** Delay between the end of a transaction and its callback, without queries. */
const lookEveryMs = 100

/**
 * The simulator as its own server: the provider's API on one port, journal and fault switches on another.
 *
 * @throws JournalInUse · JournalFault · when a port is in use
 */
export async function runSimulator(options: RunOptions): Promise<RunningSimulator> {
  const faults = faultSwitches()
  const callbacks = callbackSender()
  const { dir, isFsynced, host, port, controlPort } = options
  const simulator = openSimulator({
    ...options,
    clock: options.clock ?? systemClock,
    journal: dir === undefined ? memoryJournal() : fileJournal(dir, isFsynced),
    accountJournal: (apiKey) =>
      dir === undefined ? memoryJournal() : fileJournal(path.join(dir, 'customers', apiKey), isFsynced),
    script: faults.script,
    onEnd: (transaction, engine) => {
      if (transaction.callbackUrl)
        callbacks.send(transaction.callbackUrl, showTransaction(engine, transaction))
    },
  })
  const looking = setInterval(() => {
    try {
      simulator.advance()
    } catch (error) {
      options.onFault?.(error)
    }
  }, lookEveryMs)
  const served: ServedWire[] = []
  const close = async () => {
    clearInterval(looking)
    await Promise.all([...served.map((one) => one.close()), callbacks.close()])
    simulator.close()
  }

  try {
    const handle = (request: WireRequest) => faults.handle(request, simulator.handle)
    const wire = await serveWire({ handle, port, host })
    served.push(wire)
    if (controlPort === undefined) return { url: wire.url, controlUrl: undefined, simulator, close }
    const handleControl = controlHandler(simulator.engine, faults, callbacks)
    const control = await serveWire({ handle: handleControl, port: controlPort, prefix: '' })
    served.push(control)
    return { url: wire.url, controlUrl: control.url, simulator, close }
  } catch (error) {
    await close()
    throw error
  }
}
