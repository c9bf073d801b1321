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
import type { Facts, Instruments, OpenedRequest, RequestTrace } from './trace.ts'

/** Spans of OpenTelemetry, by hand: at the doors that exist once, and nowhere else. */
export function instrumentsOf(tracer: Tracer): Instruments {
  const openRequest = ({ name, sent, isFromProxy, facts }: OpenedRequest): RequestTrace => {
    // A malformed header is no context: it is ignored.
    const theirs = propagation.extract(ROOT_CONTEXT, sent)
    const caller = trace.getSpanContext(theirs)
    const links = caller === undefined || isFromProxy ? [] : [{ context: caller }]
    const parent = isFromProxy ? theirs : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: facts, links }, parent)
    const here = trace.setSpan(parent, span)
    return {
      run: (work) => context.with(here, work),
      end(status, more) {
        span.setAttributes({ ...more, 'http.response.status_code': status })
        // A refusal is an answer; a fault of ours is not.
        if (status >= 500) failed(span, String(more['mostrador.problem'] ?? status))
        span.end()
      },
    }
  }

  const asPart = <T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T> => {
    const parent = context.active()
    if (trace.getSpan(parent) === undefined) return work()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts }, parent)
    return within(span, parent, work)
  }

  const asWork = <T>(
    name: string,
    origin: string | undefined,
    facts: Facts,
    work: () => Promise<T>,
  ): Promise<T> => {
    const cause = propagation.extract(ROOT_CONTEXT, { traceparent: origin })
    const from = trace.getSpanContext(cause)
    const here = context.active()
    // A request that takes up work of another one stays in its own trace.
    const isPart = trace.getSpan(here) !== undefined
    const parent = isPart ? here : cause
    const links = isPart && from !== undefined ? [{ context: from }] : []
    const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes: facts, links }, parent)
    return within(span, parent, work)
  }

  return {
    openRequest,
    asPart,
    asWork,
    describe: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    reach: (milestone) => void trace.getActiveSpan()?.addEvent(milestone),
    fail(reason) {
      const span = trace.getActiveSpan()
      if (span !== undefined) failed(span, reason)
    },
    parent() {
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    ids() {
      const found = trace.getActiveSpan()?.spanContext()
      return found === undefined ? {} : { trace_id: found.traceId, span_id: found.spanId }
    },
  }
}

async function within<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(parent, span), work)
  } catch (error) {
    blame(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** The class of an error and never its message: PostgreSQL's may quote a value. */
function blame(span: Span, error: unknown): void {
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
