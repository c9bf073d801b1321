import type { WireRequest, WireResponse } from '../adapters/aggregator/transport.ts'
import { isFields } from './order.ts'
import { type Script, scriptFor } from './statuses.ts'
import type { Transaction } from './transaction.ts'

/** The faults. 'Drop' and 'hang' happen after the simulator has done its part, unless `isBefore`. */
export const faultKinds = [
  'drop',
  'hang',
  'status',
  'slow-body',
  'truncated-json',
  'unknown-status',
  'empty-list',
  'never-ending',
] as const
export type FaultKind = (typeof faultKinds)[number]

export const faultPlaces = ['create', 'confirm', 'cancel', 'read', 'list', 'any'] as const
export type FaultPlace = (typeof faultPlaces)[number]

export interface FaultSwitch {
  readonly kind: FaultKind
  readonly on: FaultPlace
  /** How many requests it affects before it switches off. */
  readonly times: number
  readonly isBefore: boolean
  /** For 'status': such as 429, 500 or 503. Nothing is done for such a request. */
  readonly status: number
  /** For 'slow-body': the delay between head and body. */
  readonly delayMs: number
}

/** null: the connection is closed without an answer. */
export type FaultyResponse = (WireResponse & { readonly bodyDelayMs?: number }) | null

export type Faults = ReturnType<typeof faultSwitches>

/** Fault switches between the API and the simulator, for tests and drills. They cost nothing when off. */
export function faultSwitches() {
  let switches: FaultSwitch[] = []

  /** Uses the first switch that matches the request once. */
  function take(fits: (one: FaultSwitch) => boolean): FaultSwitch | undefined {
    const found = switches.find(fits)
    if (!found) return undefined
    switches = switches.flatMap((one) => {
      if (one !== found) return [one]
      return one.times > 1 ? [{ ...one, times: one.times - 1 }] : []
    })
    return found
  }

  return {
    add: (one: FaultSwitch) => void switches.push(one),
    clear: () => {
      switches = []
    },
    list: (): readonly FaultSwitch[] => switches,

    /** The outcome of a confirmed transaction: with 'never-ending' it stays pending. */
    script(transaction: Transaction): Script {
      const script = scriptFor(transaction.mobileNumber ?? transaction.accountNumber)
      return take(({ kind }) => kind === 'never-ending') ? { ...script, delayMs: null } : script
    },

    async handle(
      request: WireRequest,
      inner: (request: WireRequest) => Promise<WireResponse>,
    ): Promise<FaultyResponse> {
      const place = placeOf(request)
      const fault = take(({ kind, on }) => kind !== 'never-ending' && (on === 'any' || on === place))
      if (!fault) return inner(request)
      const isUndone = fault.isBefore || fault.kind === 'status'
      return damaged(fault, isUndone ? undefined : await inner(request))
    },
  }
}

function damaged(
  fault: FaultSwitch,
  answer: WireResponse | undefined,
): FaultyResponse | Promise<FaultyResponse> {
  const { status = 200, headers = { 'content-type': 'application/json' }, body = '' } = answer ?? {}
  switch (fault.kind) {
    case 'drop':
      return null
    case 'hang':
      return new Promise(() => undefined)
    case 'status':
      return { status: fault.status, headers, body: JSON.stringify({ errors: [errorOf(fault.status)] }) }
    case 'slow-body':
      return { status, headers, body, bodyDelayMs: fault.delayMs }
    case 'truncated-json':
      return { status, headers, body: body.slice(0, Math.floor(body.length / 2)) }
    case 'unknown-status':
      return { status, headers, body: body.replace(/"class":\{"id":\d+/g, '"class":{"id":6') }
    default:
      return { status: 200, headers, body: '[]' }
  }
}

function errorOf(status: number) {
  const codes: Readonly<Record<number, number>> = { 429: 1000429, 503: 1009503 }
  return { code: codes[status] ?? 1009001, message: 'A fault was switched on' }
}

function placeOf({ method, path }: WireRequest): FaultPlace {
  if (method === 'GET') return path === '/transactions' ? 'list' : 'read'
  if (path.endsWith('/confirm')) return 'confirm'
  if (path.endsWith('/cancel')) return 'cancel'
  return path.endsWith('/transactions') ? 'create' : 'read'
}

/**
 * Reads `{kind, on?, times?, isBefore?, status?, delayMs?}`.
 *
 * @returns undefined when it is not a switch.
 */
export function readFaultSwitch(value: unknown): FaultSwitch | undefined {
  if (!isFields(value)) return undefined
  const { kind, on = 'any', times = 1, isBefore = false, status = 503, delayMs = 1_000 } = value
  const knownKind = faultKinds.find((one) => one === kind)
  const knownPlace = faultPlaces.find((one) => one === on)
  if (!knownKind || !knownPlace || typeof isBefore !== 'boolean') return undefined
  if (!isCount(times) || !isCount(status) || !isCount(delayMs)) return undefined
  return { kind: knownKind, on: knownPlace, times, isBefore, status, delayMs }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0
}
