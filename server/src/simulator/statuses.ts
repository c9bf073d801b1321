/** The provider's status classes, which clients decide by. */
export const statusClasses = {
  CREATED: 1,
  CONFIRMED: 2,
  REJECTED: 3,
  CANCELLED: 4,
  SUBMITTED: 5,
  COMPLETED: 7,
  REVERSED: 8,
  DECLINED: 9,
} as const
export type StatusClass = keyof typeof statusClasses

/** The possible statuses of a transaction, by class; the position in the list gives the id. */
const statusesByClass = {
  CREATED: ['CREATED'],
  CONFIRMED: ['CONFIRMED'],
  REJECTED: ['REJECTED'],
  CANCELLED: ['CANCELLED'],
  SUBMITTED: ['SUBMITTED'],
  COMPLETED: ['COMPLETED'],
  REVERSED: ['REVERSED'],
  DECLINED: [
    'DECLINED',
    'DECLINED-INVALID-CREDIT-PARTY',
    'DECLINED-BARRED-CREDIT-PARTY',
    'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE',
    'DECLINED-DUPLICATED-TRANSACTION',
    'DECLINED-EXCEPTION',
  ],
} as const satisfies Record<StatusClass, readonly string[]>

export type Status = (typeof statusesByClass)[StatusClass][number]

export interface WireStatus {
  readonly id: number
  readonly message: Status
  readonly class: { readonly id: number; readonly message: StatusClass }
}

const wireStatuses = new Map<string, WireStatus>(
  Object.entries(statusClasses).flatMap(([name, classId]) => {
    const message = name as StatusClass
    return statusesByClass[message].map((status, n) => [
      status,
      { id: classId * 10_000 + n, message: status, class: { id: classId, message } },
    ])
  }),
)

export function wireStatus(status: Status): WireStatus {
  const found = wireStatuses.get(status)
  if (!found) throw new RangeError(`Unknown status ${status}`)
  return found
}

export function statusClass(status: Status): StatusClass {
  return wireStatus(status).class.message
}

/** The outcome of a confirmed transaction by the last three digits of its number or account. */
export interface Script {
  readonly status: Status
  /** Before time is scaled; null: never ends. */
  readonly delayMs: number | null
  readonly hasPin: boolean
}

const scriptedStatuses: readonly Status[] = [
  'COMPLETED',
  'COMPLETED',
  'DECLINED-INVALID-CREDIT-PARTY',
  'DECLINED-BARRED-CREDIT-PARTY',
  'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE',
  'DECLINED-DUPLICATED-TRANSACTION',
  'DECLINED',
  'DECLINED-EXCEPTION',
]
const delaysMs: Readonly<Record<string, number>> = { '1': 3_000, '2': 20_000, '3': 300_000 }

/**
 * The provider documents 1XX, 2XX and 3XX with XX from 00 to 07. Any other first digit decides immediately,
 * and any other ending completes immediately, so that ordinary numbers work.
 */
export function scriptFor(reference: string | undefined): Script {
  const suffix = /(\d)0([0-7])$/.exec(reference ?? '')
  if (!suffix) return { status: 'COMPLETED', delayMs: 0, hasPin: false }
  const [, first = '', last = ''] = suffix
  return {
    status: scriptedStatuses[Number(last)] ?? 'COMPLETED',
    delayMs: delaysMs[first] ?? 0,
    hasPin: last === '1',
  }
}
