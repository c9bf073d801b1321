import pg from 'pg'
import { listenerName } from './standing.ts'

interface ListenerOptions {
  readonly url: string
  readonly channels: readonly string[]
  onNotice(channel: string, payload: string): void
  /** Listening has started, or restarted: notifications in between were lost. */
  onOpen(): void
  onError(error: Error): void
}

export interface Listener {
  stop(): Promise<void>
}

const pauseMs = 1_000

/** One connection that receives notifications (NOTIFY), and is reopened when it is lost. */
export function createListener(options: ListenerOptions): Listener {
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const lost = (of: pg.Client, error?: Error) => {
    if (client !== of || isStopped) return
    client = undefined
    if (error !== undefined) options.onError(error)
    of.end().catch(() => {})
    retry = setTimeout(() => void open(), pauseMs)
    retry.unref()
  }

  const open = async () => {
    const made = new pg.Client({
      connectionString: options.url,
      application_name: listenerName,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client = made
    made.on('error', (error) => lost(made, error))
    made.on('end', () => lost(made))
    made.on('notification', ({ channel, payload }) => options.onNotice(channel, payload ?? ''))
    try {
      await made.connect()
      await made.query(options.channels.map((each) => `listen ${pg.escapeIdentifier(each)}`).join('; '))
      if (!isStopped) options.onOpen()
    } catch (error) {
      lost(made, error as Error)
    }
  }

  void open()
  return {
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
