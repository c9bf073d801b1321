/** Where traces are sent and which are sampled, from the standard variables of OpenTelemetry. */
export interface TraceSettings {
  /** OTLP over HTTP, such as `http://collector:4318/v1/traces`. */
  readonly url: string
  /** `name=value,…`, percent-encoded. Usually they contain a secret. */
  readonly headers: string
  readonly timeoutMs: number
  readonly serviceName: string
  /** `name=value,…`, percent-encoded. */
  readonly resourceAttributes: string
  readonly sampler: TraceSampler
  /** The share of traces that the ratio samplers keep, from 0 to 1. */
  readonly ratio: number
}

export const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type TraceSampler = (typeof traceSamplers)[number]
