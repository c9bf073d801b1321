import { matrix, type StoreRole, storeRoles } from '../../authorization/matrix.ts'
import { eventTypeNames, eventTypes } from './event-types.ts'

/** docs/events.md: the events, their readers, and how to listen. */
export function renderEventTypes(): string {
  const rows = [...eventTypeNames].sort().map((name) => {
    const { meaning, payload } = eventTypes[name]
    const fields = Object.keys(payload.properties).map((field) => `\`${field}\``)
    return `| \`${name}\` | ${meaning} | ${readersOf(name)} | ${fields.join(', ')} |`
  })
  return `<!-- Generated from server/src/events/outbox/event-types.ts by \`npm run generate\`; do not edit. -->
# Events

What happens is told: to live screens and to other programs. An event is written in the transaction that makes it
happen, so nothing is told that was rolled back, and nothing that was committed is lost. It carries ids and statuses;
whoever may know more asks for the record by its id.

| type | says | told to | payload |
| --- | --- | --- | --- |
${rows.join('\n')}

Each is \`{id, type, at, merchantId, storeId, payload}\`. \`storeId\` is null when it is about the merchant as a whole,
\`merchantId\` when it is about none.

## Order

Readers follow an event's position, which it gets once its transaction has committed. Positions become visible in
their own order and without gaps, so a reader that goes on after the last one it saw skips nothing, however long a
transaction took. Within a merchant that is the order in which its events became true for everybody else
([decision 17](decisions/0017-events-are-ordered-after-commit.md)).

Events are kept for thirty days.

## Listening

\`GET /events\` is a stream of server-sent events, with a session as for any other request. \`?storeId=\` narrows it to
a store and what its merchant is told as a whole. Each message is an event as above, with its id as the message's id;
three things the stream says of itself:

| message | says |
| --- | --- |
| \`event: ready\` | the first one. \`isResumed\`: nothing is missing since \`Last-Event-ID\`. Where it is false, load what you show once this has come: whatever happens from here on is told |
| \`event: closing\` | the last one, with a \`reason\`: \`renew\` (after a quarter of an hour) and \`shutdown\`: come again, which a browser does by itself, naming the last event. \`authority\`: a role or the session that the stream relied on has ended; ask who you are before you come again |
| a comment | every twenty seconds, so that nothing in between closes a quiet connection |

What a caller may read is settled anew for every delivery, under the roles of that moment. A role that ends closes the
stream at once and nothing more is told; so do a suspended merchant, a blocked account and a session that ends. Listening does
not count as use of a session. An account may listen ten times at once; a client that does not read what it is sent is let go.

## Webhooks

A program outside is told by \`POST\`, signed as [Standard Webhooks](https://www.standardwebhooks.com/) says, so that any of its
libraries can verify it with the secret (\`whsec_…\`), which \`POST /pos/webhooks\` shows once. With \`storeId\` it is told of that store, by
its managers; with \`merchantId\` of the whole merchant, by the owner. What the platform's staff alone is told reaches none.

| header | holds |
| --- | --- |
| \`webhook-id\` | the event's id, the same for every attempt: keep it, and answer 2xx to what you know already |
| \`webhook-timestamp\` | when this attempt was made, in seconds |
| \`webhook-signature\` | \`v1,\` and a signature; two of them for a day after \`rotate-secret\` |

The body is \`{type, timestamp, merchantId, storeId, data}\`, with the payload as \`data\`. Messages are not sent in order: decide by the
record that they name, or by \`timestamp\`.

Any 2xx within fifteen seconds has arrived. Anything else, a redirect too, is tried again after 5 seconds, 5 and 30 minutes, and 2,
5, 10, 14, 20 and 24 hours, and then given up; \`GET /pos/webhooks/{id}/deliveries\` says what became of each, and \`…/resend\` sends one again.
A webhook at which nothing has arrived for five days, or that answers 410, is switched off. A suspended merchant's messages wait.

Messages go over https to public addresses only. A name is resolved when the connection is made, and that very address is
judged. \`MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE=on\` lifts that, for tests and for an installation whose merchants are all trusted.
`
}

function readersOf(name: (typeof eventTypeNames)[number]): string {
  const { seenBy } = eventTypes[name]
  if (seenBy === 'platform') return 'the platform’s staff'
  if (seenBy === 'portfolio') return 'managers of any store of the merchant'
  const readers = (role: StoreRole) => {
    const cell: string = matrix[seenBy][role]
    if (cell === 'none') return []
    return [cell.includes('own') ? `${role} (own)` : role]
  }
  return [...storeRoles].reverse().flatMap(readers).join(', ')
}
