import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import { version } from '../version.ts'
import { instrumentsOf } from './instruments.ts'
import type { TraceSampler, TraceSettings } from './settings.ts'
import type { Instruments } from './trace.ts'

export interface OpenTelemetry {
  readonly instruments: Instruments
  /** Sends the spans that are still queued. */
  stop(): Promise<void>
}

/**
 * Sets up the SDK. It queues up to 2048 ended spans in memory and sends them every few seconds. While the receiver is
 * slow or unreachable, further spans are dropped, and requests are not affected.
 *
 * @param instance distinguishes the processes of an installation
 */
export function openTelemetry(
  settings: TraceSettings,
  instance: string,
  onError: (error: unknown) => void,
): OpenTelemetry {
  setGlobalErrorHandler(onError)
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: parseKeyPairsIntoRecord(settings.headers),
    timeoutMillis: settings.timeoutMs,
  })
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': version,
        'service.instance.id': instance,
        ...parseKeyPairsIntoRecord(settings.resourceAttributes),
        'service.name': settings.serviceName,
      }),
    ),
    sampler: samplerOf(settings.sampler, settings.ratio),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    instruments: instrumentsOf(trace.getTracer('mostrador', version)),
    stop: () => provider.shutdown(),
  }
}

function samplerOf(name: TraceSampler, ratio: number): Sampler {
  const plain = name.replace(/^parentbased_/, '')
  const root =
    plain === 'always_on'
      ? new AlwaysOnSampler()
      : plain === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return plain === name ? root : new ParentBasedSampler({ root })
}
