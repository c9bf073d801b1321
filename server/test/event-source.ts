import type { Person } from './world.ts'

export interface Message {
  readonly event: string
  readonly id: string | undefined
  // Tests look into data of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the check
  readonly data: any
}

/** A client of server-sent events, like a browser, that keeps all messages. */
export interface EventSource {
  readonly status: number
  readonly headers: Headers
  readonly messages: Message[]
  /** Events only, without the stream's own messages. */
  told(): Message[]
  /** Waits for a message, received already or later. Rejects when the stream ends without it. */
  until(isIt: (message: Message) => boolean): Promise<Message>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

export async function listenTo(
  url: string,
  who: Pick<Person, 'token'>,
  options: { query?: string; lastEventId?: string } = {},
): Promise<EventSource> {
  const aborting = new AbortController()
  const response = await fetch(`${url}/events${options.query ?? ''}`, {
    signal: aborting.signal,
    headers: {
      authorization: `Bearer ${who.token}`,
      ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
    },
  })
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        messages.push(...blocks.flatMap(messageOf))
        for (const wake of waiting) wake()
      }
    } catch {
      // The connection was cut, by either side.
    }
    isOver = true
    for (const wake of waiting) wake()
  }
  const ended = read()
  return {
    status: response.status,
    headers: response.headers,
    messages,
    ended,
    told: () => messages.filter(({ event }) => event === 'message'),
    close: () => aborting.abort(),
    until: (isIt) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(isIt)
          if (found === undefined && !isOver) return
          waiting.delete(look)
          if (found !== undefined) resolve(found)
          else reject(new Error(`the stream ended after ${JSON.stringify(messages)}`))
        }
        waiting.add(look)
        look()
      }),
  }
}

function messageOf(block: string): Message[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) }]
}
