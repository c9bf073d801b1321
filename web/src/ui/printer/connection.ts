/** Why nothing came out of the printer. */
export const printerFaults = [
  // It is not plugged in, or this browser may no longer use it.
  'not_found',
  // The system keeps it for itself, as Windows does with its own drivers.
  'refused',
  // Another program or window is using it.
  'busy',
  // It was reached, and did not answer or take the bytes in time.
  'silent',
  'paper_out',
  'cover_open',
  'broken',
  // The bridge program on this computer is not running.
  'no_bridge',
  // The bridge does not know this device, or this address.
  'unpaired',
] as const
export type PrinterFaultReason = (typeof printerFaults)[number]

export class PrinterFault extends Error {
  readonly reason: PrinterFaultReason
  /** Whether bytes had been sent before: a part may be on the paper. */
  readonly isBegun: boolean

  constructor(reason: PrinterFaultReason, options: { isBegun?: boolean; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'PrinterFault'
    this.reason = reason
    this.isBegun = options.isBegun ?? false
  }
}

/** What the printer is asked for after the bytes. */
export interface Wanted {
  readonly answerBytes: number
  /** For its answer, counted from when it has taken the bytes. */
  readonly withinMs: number
}

/** A connection to one printer. Nobody else can use the printer until it is closed. */
export interface PrinterConnection {
  /**
   * Sends bytes, and returns what the printer answers: fewer bytes than asked for, or none, if it says nothing in
   * time.
   *
   * @throws PrinterFault
   */
  exchange(bytes: Uint8Array, wanted: Wanted): Promise<Uint8Array>
  close(): Promise<void>
}

/** How long a printer may take for bytes: a cheap one, whose memory is full, takes a kilobyte a second as it prints. */
export const takesMs = (bytes: Uint8Array): number => 5_000 + bytes.length

/** What `within` returns when the work takes too long. */
export const late = Symbol('late')

/** The result, or `late`. The work itself goes on, and an error of it is ignored then: the caller has to end it. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | typeof late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const bound = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  try {
    return await Promise.race([work, bound])
  } finally {
    clearTimeout(timer)
  }
}
