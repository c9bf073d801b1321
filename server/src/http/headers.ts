import { Type } from 'typebox'

const header = (description: string) => Type.Optional(Type.String({ description }))

/** What operations read besides what every request carries. All of it is text, and what is wrong in it the handler says. */
export const headerShapes = {
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Makes a retry harmless; kept 30 days',
    }),
  ),
  'if-match': header('Only the version that this `ETag` names is changed; otherwise the answer is 412'),
  'if-none-match': header('The `ETag` of what you have; the answer is 304 while it is still current'),
  'last-event-id': header('The last event that you have seen; the stream continues after it'),
  prefer: header('`wait=N`: wait up to N seconds for the outcome; otherwise the answer may be 202'),
}

export type HeaderName = keyof typeof headerShapes
