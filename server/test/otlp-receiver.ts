import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { patient } from './patience.ts'

/** A span as its receiver sees it: OTLP's JSON, with attributes as an object. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  /** 2: server, 3: client, 5: consumer. */
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly hasFailed: boolean
  /** The process that made it. */
  readonly resource: Readonly<Record<string, unknown>>
}

export interface OtlpReceiver {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to. */
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Everything as it came, for what must not be in it. */
  readonly texts: string[]
  /** The headers of each delivery. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>[]
  close(): Promise<void>
}

interface Value {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
}
interface Attribute {
  readonly key: string
  readonly value: Value
}
interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes?: readonly Attribute[]
  readonly events?: readonly { readonly name: string }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number }
}
interface Delivery {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: readonly Attribute[] }
    readonly scopeSpans?: readonly { readonly spans?: readonly WireSpan[] }[]
  }[]
}

/**
 * A receiver of OTLP over HTTP on a free port, as a collector is one.
 *
 * @param manner `silent`: it accepts and never answers
 */
export async function startOtlpReceiver(manner: 'takes' | 'silent' = 'takes'): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const headers: OtlpReceiver['headers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isTraces = request.method === 'POST' && request.url === '/v1/traces'
      texts.push(text)
      headers.push(request.headers)
      if (isTraces && manner === 'takes') spans.push(...spansOf(JSON.parse(text) as Delivery))
      if (manner === 'silent') return
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    headers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The environment of a server that sends its traces there, almost at once. */
export const tracedTo = ({ url }: OtlpReceiver) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})

/** The first span that fits, once it has arrived. */
export function arrival(
  { spans }: OtlpReceiver,
  fits: (span: ReceivedSpan) => boolean,
): Promise<ReceivedSpan> {
  const find = () => {
    const span = spans.find(fits)
    expect(span).toBeDefined()
    return span as ReceivedSpan
  }
  return vi.waitFor(find, { timeout: patient(20_000) })
}

/** The span of a request, found by the id in the answer. */
export const requestSpan = (receiver: OtlpReceiver, answer: Response): Promise<ReceivedSpan> =>
  arrival(
    receiver,
    ({ attributes }) => attributes['mostrador.request_id'] === answer.headers.get('x-request-id'),
  )

function spansOf(delivery: Delivery): ReceivedSpan[] {
  return (delivery.resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans
      .flatMap(({ spans = [] }) => spans)
      .map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        name: span.name,
        kind: span.kind,
        attributes: valuesOf(span.attributes),
        events: (span.events ?? []).map(({ name }) => name),
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        hasFailed: span.status?.code === 2,
        resource: valuesOf(resource?.attributes),
      })),
  )
}

function valuesOf(attributes: readonly Attribute[] = []): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  )
}
