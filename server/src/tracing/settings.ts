/** Where traces go and which are kept, from the usual variables of OpenTelemetry. */
export interface TraceSettings {
  /** Of OTLP over HTTP: `http://collector:4318/v1/traces`. */
  readonly url: string
  /** `name=value,…`, percent-encoded. Usually a secret. */
  readonly headers: string
  readonly timeoutMs: number
  readonly serviceName: string
  /** `name=value,…`, percent-encoded. */
  readonly resourceAttributes: string
  readonly sampler: TraceSampler
  /** Of all traces, for the samplers by ratio. */
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
