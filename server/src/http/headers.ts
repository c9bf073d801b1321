import { Type } from '../json-schema.ts'

const header = (description: string) => Type.Optional(Type.String({ description }))

/**
 * Headers that single operations read, in addition to those of every request. All are text, and the handler
 * reports faults.
 */
export const headerShapes = {
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Makes retries safe; kept for 30 days',
    }),
  ),
  'if-match': header('Change only the version with this `ETag`; otherwise returns 412'),
  'if-none-match': header('The `ETag` of your copy; returns 304 while it is current'),
  'last-event-id': header('The last event received; the stream continues after it'),
  prefer: header('`wait=N`: wait up to N seconds for the outcome; otherwise the answer may be 202'),
}

export type HeaderName = keyof typeof headerShapes

/**
 * Sent with reads that an open page repeats while nobody uses it. Every route takes it, so it is not listed with
 * each; a caller who leaves it out extends only their own session.
 */
export const unattendedHeader = 'mostrador-unattended'

/** The headers of a request, by their names in lower case. Node joins those that are sent twice. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>
