import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { Problem } from '../problem/problem.ts'
import type { Attributes, Instruments, ReceivedRequest, RequestTrace } from './trace.ts'

/** Makes the spans of `trace.ts` with OpenTelemetry. */
export function instrumentsOf(tracer: Tracer): Instruments {
  const startRequest = ({ name, headers, isFromProxy, attributes }: ReceivedRequest): RequestTrace => {
    // A malformed header is ignored.
    const theirs = propagation.extract(ROOT_CONTEXT, headers)
    const caller = trace.getSpanContext(theirs)
    const links = caller === undefined || isFromProxy ? [] : [{ context: caller }]
    const parent = isFromProxy ? theirs : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent)
    const here = trace.setSpan(parent, span)
    return {
      run: (work) => context.with(here, work),
      end(status, more) {
        span.setAttributes({ ...more, 'http.response.status_code': status })
        // A refusal is not a failure of the server.
        if (status >= 500) failed(span, String(more['mostrador.problem'] ?? status))
        span.end()
      },
    }
  }

  const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> => {
    const parent = context.active()
    if (trace.getSpan(parent) === undefined) return work()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, parent)
    return within(span, parent, work)
  }

  const continueTrace = <T>(
    name: string,
    origin: string | undefined,
    attributes: Attributes,
    work: () => Promise<T>,
  ): Promise<T> => {
    const cause = propagation.extract(ROOT_CONTEXT, { traceparent: origin })
    const from = trace.getSpanContext(cause)
    const here = context.active()
    // A request that settles the sale of another request stays in its own trace, and links to the other.
    const isPart = trace.getSpan(here) !== undefined
    const parent = isPart ? here : cause
    const links = isPart && from !== undefined ? [{ context: from }] : []
    const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes, links }, parent)
    return within(span, parent, work)
  }

  return {
    startRequest,
    inSpan,
    continueTrace,
    setAttributes: (attributes) => void trace.getActiveSpan()?.setAttributes(attributes),
    addEvent: (name) => void trace.getActiveSpan()?.addEvent(name),
    setFailed(reason) {
      const span = trace.getActiveSpan()
      if (span !== undefined) failed(span, reason)
    },
    traceParent() {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    traceIds() {
      const found = trace.getActiveSpan()?.spanContext()
      return found === undefined ? {} : { trace_id: found.traceId, span_id: found.spanId }
    },
  }
}

async function within<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(parent, span), work)
  } catch (error) {
    record(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Records the code or type of an error, never its message: a message of PostgreSQL may quote a value. */
function record(span: Span, error: unknown): void {
  if (error instanceof Problem) {
    span.setAttribute('mostrador.problem', error.code)
    if (error.status < 500) return
  }
  const state = codeOf(error instanceof Problem ? error.options.cause : error)
  if (state !== undefined && /^[0-9A-Z]{5}$/.test(state)) span.setAttribute('db.response.status_code', state)
  failed(span, codeOf(error) ?? (error instanceof Error ? error.constructor.name : typeof error))
}

function failed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', type)
}

function codeOf(error: unknown): string | undefined {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
