import { matrix, type StoreRole, storeRoles } from '../../authorization/matrix.ts'
import { eventTypeNames, eventTypes } from './event-types.ts'

/** docs/events.md: the events, their readers, and how to listen. */
export function renderEventTypes(): string {
  const rows = [...eventTypeNames].sort().map((name) => {
    const { meaning, concerns, payload } = eventTypes[name]
    const fields = Object.keys(payload.properties).map((field) => `\`${field}\``)
    return `| \`${name}\` | ${meaning} | ${concerns} | ${readersOf(name)} | ${fields.join(', ')} |`
  })
  return `<!-- Generated from server/src/events/outbox/event-types.ts by \`npm run generate\`; do not edit. -->
# Events

Events tell live screens and other programs what has changed. Each event is written in the transaction that makes the
change, so a change that is rolled back sends no event, and a committed one always does. Events carry ids and statuses;
to get the details, read the record by its id.

| type | meaning | concerns | delivered to | payload |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

An event is \`{id, type, at, merchantId, storeId, payload}\`. \`storeId\` is null if the event concerns the merchant as a whole.

## Order

Each event gets a position when its transaction has committed, and readers follow the positions. Positions become
visible in order and without gaps, so a reader that continues after the last one it saw misses nothing, even if a
transaction took long ([decision 17](decisions/0017-events-are-ordered-after-commit.md)).

Events about one record come in the order of its changes. Those of changes that were made to different records at the same time
may come in either order, which is the same for all readers.

Events are kept for thirty days; if a clock of the server was wrong, longer
([decision 116](decisions/0116-old-events-are-pruned-up-to-a-young-one.md)).

## Live stream

\`GET /events\` is a stream of server-sent events and needs a session. With \`?storeId=\` it contains only events of that
store, and those of its merchant as a whole. Each message is an event, and the message's id is the event's id. Three
messages are about the stream itself:

| message | meaning |
| --- | --- |
| \`event: ready\` | The first message. If \`isResumed\` is true, no event since \`Last-Event-ID\` is missing. If it is false, because that event is older than a day or is not known, load the records that you show after this message: every later event is delivered |
| \`event: closing\` | The last message, with a \`reason\`. On \`renew\` (after fifteen minutes, or when the database was set back) and \`shutdown\`, reconnect; browsers do so by themselves and send the last event's id. \`authority\` means that the session has ended, or a role that the stream depends on; call \`GET /auth/me\` before you reconnect |
| a comment | Sent every twenty seconds, so that proxies keep an idle connection open |

Permissions are checked for every event when it is delivered. When a role or a session ends, the merchant is suspended or
the account is blocked, the stream closes immediately and delivers nothing more. Listening does not count as use of the session.
An account may have ten streams open at a time. The server closes the stream of a client that does not keep up with reading.

## Webhooks

A webhook sends events to another program by \`POST\`. Messages are signed per
[Standard Webhooks](https://www.standardwebhooks.com/), so any of its libraries can verify them with the secret (\`whsec_…\`)
that \`POST /pos/webhooks\` returns once. A webhook with \`storeId\` gets the events that concern that store, and its managers can
create it; one with \`merchantId\` gets those of all stores and those that concern the merchant, such as its deposits, and only the
owner can create it. A type that concerns the merchant is refused for a store’s webhook. Events for the platform’s staff are not
sent to webhooks.

| header | value |
| --- | --- |
| \`webhook-id\` | the event's id, the same for every attempt. Store it, and answer 2xx to an event that you already have |
| \`webhook-timestamp\` | the time of this attempt, in seconds |
| \`webhook-signature\` | \`v1,\` and a signature; for a day after \`rotate-secret\` also with the previous secret, and after a second rotation with the one before. The signatures are separated by spaces |

The body is \`{type, timestamp, merchantId, storeId, data}\`; \`data\` is the payload. Messages can arrive out of order: use the
record that they name, or \`timestamp\`.

A message is delivered when the answer is a 2xx within fifteen seconds. After any other answer, also a redirect, it is retried
after 5 seconds, 5 and 30 minutes, and 2, 5, 10, 14, 20 and 24 hours. \`GET /pos/webhooks/{id}/deliveries\` lists each message with
its status, and \`…/resend\` sends one again. A webhook is disabled after five days in which every attempt failed, or when it answers
410. After two days without an attempt, the five days start again. While a merchant is suspended, its messages wait.

A process of the server sends sixteen messages at a time, at most eight of one merchant and four of one webhook. Merchants take
turns, and so do the webhooks of a merchant: a slow receiver delays its own messages, and hardly those of others.

Messages are only sent over https, to port 443 or the one that the platform allows too (\`webhooks.other_port\`), and to public
addresses. The name is resolved by name servers, and not from \`/etc/hosts\`, when the connection is made, and the resolved address
is the one that is checked. \`MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE=on\` lifts these limits, for tests and for installations that trust
all of their merchants.
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
