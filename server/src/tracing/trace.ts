/**
 * Traces of requests, their transactions, their exchanges with the provider, and the work that they queue. Without a
 * configured endpoint nothing is recorded, and OpenTelemetry is not loaded (`start.ts`).
 */

/** Names, codes and counts. Never personal data: no parameter, body, reference, telephone number, name or address. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface ReceivedRequest {
  /** The route, as in the API description: `POST /vas/sale`. */
  readonly name: string
  /** As received: `traceparent` and `tracestate`. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The trace of a trusted proxy is continued. The trace of any other client is only linked to. */
  readonly isFromProxy: boolean
  readonly attributes: Attributes
}

export interface RequestTrace {
  /** Runs a part of the request in its trace. */
  run<T>(work: () => T): T
  end(status: number, attributes: Attributes): void
}

/** The functions below, while traces are on. */
export interface Instruments {
  startRequest(request: ReceivedRequest): RequestTrace
  inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  continueTrace<T>(
    name: string,
    origin: string | undefined,
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T>
  setAttributes(attributes: Attributes): void
  setFailed(reason: string): void
  addEvent(name: string): void
  traceParent(): string | undefined
  traceIds(): Record<string, string>
}

let instruments: Instruments | undefined

/** Only `start.ts` calls this. Undefined turns traces off. */
export function useInstruments(made: Instruments | undefined): void {
  instruments = made
}

/** Undefined while traces are off. */
export function startRequest(request: ReceivedRequest): RequestTrace | undefined {
  return instruments?.startRequest(request)
}

/** Runs `work` in a span of the current trace. Without a current trace it gets no span. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return instruments === undefined ? work() : instruments.inSpan(name, attributes, work)
}

/**
 * Runs queued or resumed work in the trace of the request that caused it, also after a crash and in another process.
 *
 * @param origin the `traceParent` of that request; without one the work starts its own trace
 */
export function continueTrace<T>(
  name: string,
  origin: string | null | undefined,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return instruments === undefined
    ? work()
    : instruments.continueTrace(name, origin ?? undefined, attributes, work)
}

/** Adds attributes to the current span. */
export function setAttributes(attributes: Attributes): void {
  instruments?.setAttributes(attributes)
}

/** Marks the current span as failed, for a failure that is returned and not thrown. */
export function setFailed(reason: string): void {
  instruments?.setFailed(reason)
}

/** Adds an event to the current span, such as the end of a wait. */
export function addEvent(name: string): void {
  instruments?.addEvent(name)
}

/** The current trace as a W3C `traceparent`, for work that continues it later. */
export function traceParent(): string | undefined {
  return instruments?.traceParent()
}

/** `trace_id` and `span_id` of the current span, for log lines. */
export function traceIds(): Record<string, string> {
  return instruments?.traceIds() ?? {}
}
