import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { JournalInUse } from '../../simulator/journal-lock.ts'
import { simulatorCredentials } from '../../simulator/simulator.ts'
import type { Aggregator, AggregatorMode, Exchange } from '../../vas/sales/aggregator.ts'
import type { Clock } from '../clock/clock.ts'
import { withBreaker } from './breaker.ts'
import { httpTransport } from './dtone/http-transport.ts'
import { dtoneAggregator } from './dtone/index.ts'
import { AggregatorMisconfigured } from './misconfigured.ts'
import { offAggregator } from './off.ts'
import { sandboxAggregator } from './sandbox.ts'

export interface AggregatorSettings {
  readonly clock: Clock
  /** The folder of the sandbox's journal. */
  readonly dir: string
  readonly timeScale?: number | undefined
  /** `VAS_AGGREGATOR_URL`, ending in the version: `https://host/v1`. */
  readonly baseUrl?: string | undefined
  /** `VAS_AGGREGATOR_KEY` */
  readonly apiKey?: string | undefined
  /** `VAS_AGGREGATOR_SECRET` */
  readonly apiSecret?: string | undefined
  /** Public address of `POST /vas/callbacks/dtone`. */
  readonly callbackUrl?: string | undefined
  readonly onFault?: ((error: unknown) => void) | undefined
  /** Called after every exchange with the provider. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
}

const preProductionUrl = 'https://preprod-dvs-api.dtone.com/v1'

/**
 * The aggregator for `VAS_AGGREGATOR_MODE`. It fails closed: only the exact words `sandbox`, `staging` and
 * `live` enable anything; any other value, or none, is off.
 *
 * @throws AggregatorMisconfigured for `live` without its credentials, and for an invalid URL · JournalInUse,
 * JournalFault for `sandbox`
 */
export function chooseAggregator(mode: string | undefined, settings: AggregatorSettings): Aggregator {
  switch (mode) {
    case 'sandbox':
      return sandboxAggregator(settings)
    case 'staging':
      // The simulator's credentials by default: with only a URL set, staging is the simulator.
      return overHttp('staging', settings.baseUrl || preProductionUrl, {
        apiKey: settings.apiKey || simulatorCredentials.apiKey,
        apiSecret: settings.apiSecret || simulatorCredentials.apiSecret,
        clock: settings.clock,
        callbackUrl: settings.callbackUrl,
        onExchange: settings.onExchange,
      })
    case 'live':
      return live(settings)
    default:
      return offAggregator()
  }
}

/** The aggregator that sells, and all that may still owe answers for earlier sales. */
export function chooseAggregators(
  mode: string | undefined,
  settings: AggregatorSettings,
): { readonly selling: Aggregator; readonly settling: readonly Aggregator[] } {
  const chosen = chooseAggregator(mode, settings)
  const selling = chosen.mode === 'off' ? chosen : withBreaker(chosen)
  const hasCredentials = Boolean(settings.baseUrl && settings.apiKey && settings.apiSecret)
  const formerly = (['sandbox', 'staging', 'live'] as const).filter((other) => {
    if (other === selling.mode) return false
    return other === 'sandbox'
      ? existsSync(join(settings.dir, 'simulator.jsonl'))
      : hasCredentials && (other !== 'live' || isHttps(settings.baseUrl))
  })
  return { selling, settling: [selling, ...formerly.flatMap((other) => stillOwing(other, settings))] }
}

/** A sandbox opened by another process is settled there. */
function stillOwing(mode: AggregatorMode, settings: AggregatorSettings): Aggregator[] {
  try {
    return [chooseAggregator(mode, settings)]
  } catch (error) {
    if (error instanceof JournalInUse) return []
    throw error
  }
}

function isHttps(baseUrl: string | undefined): boolean {
  return baseUrl?.startsWith('https://') ?? false
}

function live({
  baseUrl,
  apiKey,
  apiSecret,
  clock,
  callbackUrl,
  onExchange,
}: AggregatorSettings): Aggregator {
  if (!baseUrl || !apiKey || !apiSecret) {
    const needed = {
      VAS_AGGREGATOR_URL: baseUrl,
      VAS_AGGREGATOR_KEY: apiKey,
      VAS_AGGREGATOR_SECRET: apiSecret,
    }
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
    throw new AggregatorMisconfigured(`VAS_AGGREGATOR_MODE=live needs ${missing.join(', ')}`)
  }
  if (!baseUrl.startsWith('https://')) {
    throw new AggregatorMisconfigured('VAS_AGGREGATOR_MODE=live needs a VAS_AGGREGATOR_URL with https')
  }
  return overHttp('live', baseUrl, { apiKey, apiSecret, clock, callbackUrl, onExchange })
}

function overHttp(
  mode: 'staging' | 'live',
  baseUrl: string,
  options: {
    readonly apiKey: string
    readonly apiSecret: string
    readonly clock: Clock
    readonly callbackUrl: string | undefined
    readonly onExchange: AggregatorSettings['onExchange']
  },
): Aggregator {
  if (!URL.canParse(baseUrl)) throw new AggregatorMisconfigured('VAS_AGGREGATOR_URL is not a URL')
  const { transport, close } = httpTransport(baseUrl)
  return dtoneAggregator({ mode, transport, close, ...options })
}
