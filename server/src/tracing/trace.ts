/**
 * Traces: a request, its transactions, its exchanges with the provider, and the work that it leaves behind. Off unless
 * an endpoint is configured: then nothing is recorded, and OpenTelemetry is not even loaded (`start.ts`).
 */

/** Names, codes and counts. Never a value of anybody: no parameter, body, reference, number, name or address. */
export type Facts = Readonly<Record<string, string | number | boolean>>

/** A request that has arrived. */
export interface OpenedRequest {
  /** The route, as in the API description: `POST /vas/sale`. */
  readonly name: string
  /** Headers as received: `traceparent` and `tracestate`. */
  readonly sent: Readonly<Record<string, string | string[] | undefined>>
  /** From a trusted proxy, whose trace is continued. Anybody else's is only linked to. */
  readonly isFromProxy: boolean
  readonly facts: Facts
}

export interface RequestTrace {
  /** Runs a part of the request's work in its trace. */
  run<T>(work: () => T): T
  end(status: number, facts: Facts): void
}

/** What makes the traces, while they are on. */
export interface Instruments {
  openRequest(request: OpenedRequest): RequestTrace
  asPart<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  asWork<T>(name: string, origin: string | undefined, facts: Facts, work: () => Promise<T>): Promise<T>
  describe(facts: Facts): void
  fail(reason: string): void
  reach(milestone: string): void
  parent(): string | undefined
  ids(): Record<string, string>
}

let instruments: Instruments | undefined

/** For `start.ts` only; undefined turns traces off. */
export function useInstruments(made: Instruments | undefined): void {
  instruments = made
}

/** Undefined while traces are off. */
export function openRequest(request: OpenedRequest): RequestTrace | undefined {
  return instruments?.openRequest(request)
}

/** Runs `work` as a part of the current request or work. Outside of both it is not worth a trace. */
export function asPart<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> {
  return instruments === undefined ? work() : instruments.asPart(name, facts, work)
}

/**
 * Runs work that was queued or resumed in the trace of what caused it, also after a crash and in another process.
 *
 * @param origin what `traceParent` returned there; absent: it begins a trace of its own
 */
export function asWork<T>(
  name: string,
  origin: string | null | undefined,
  facts: Facts,
  work: () => Promise<T>,
): Promise<T> {
  return instruments === undefined ? work() : instruments.asWork(name, origin ?? undefined, facts, work)
}

/** Adds to what is known about the current request, transaction, exchange or work. */
export function describe(facts: Facts): void {
  instruments?.describe(facts)
}

/** The current exchange did not do what it was for, although nothing was thrown. */
export function fail(reason: string): void {
  instruments?.fail(reason)
}

/** Marks the moment: what came before was waiting for it. */
export function reach(milestone: string): void {
  instruments?.reach(milestone)
}

/** The current trace as a W3C `traceparent`, for work that continues it later. */
export function traceParent(): string | undefined {
  return instruments?.parent()
}

/** `trace_id` and `span_id` of the current trace, for log lines. */
export function traceIds(): Record<string, string> {
  return instruments?.ids() ?? {}
}
