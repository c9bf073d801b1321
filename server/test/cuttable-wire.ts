import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A connection to PostgreSQL that a test can cut: immediately, for good, or right after an answer was sent.
 */
export interface CuttableWire {
  /** The same database, through this connection. */
  via(url: string): string
  /** Closes the listener and all connections. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** The host vanishes: current connections stay open, and nothing passes any more. New ones lead to another host. */
  silence(): void
  /** Marks the current connections. @returns how many of them are still open */
  connected(): () => number
  /**
   * The first COMMIT of this login during `work` reaches the server, which executes it; its answer is lost.
   *
   * @throws Error when nothing was committed
   */
  losingCommit<T>(login: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function cuttableWire(url: string): Promise<CuttableWire> {
  const { hostname, port } = new URL(url)
  const ends = new Set<Socket>()
  const silent = new Set<Socket>()
  let server: Server | undefined
  let ownPort = 0
  let loss: { readonly login: string } | undefined

  const join = (client: Socket) => {
    const upstream = connect(Number(port), hostname)
    const hangUp = () => {
      client.destroy()
      upstream.destroy()
    }
    let login: string | undefined
    let isLosing = false
    for (const end of [client, upstream]) {
      ends.add(end)
      end.on('error', hangUp)
      end.on('close', () => {
        ends.delete(end)
        hangUp()
      })
    }
    client.on('data', (bytes) => {
      // The start-up message names the user.
      login ??= /user\0([^\0]+)\0/.exec(bytes.toString('latin1'))?.[1]
      if (loss !== undefined && loss.login === login && bytes.includes('commit\0')) {
        isLosing = true
        loss = undefined
      }
      if (!silent.has(client)) upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (silent.has(upstream)) return
      if (!isLosing || !bytes.includes('COMMIT\0')) return void client.write(bytes)
      hangUp()
    })
  }

  const open = async () => {
    server = createServer(join)
    server.listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
    ownPort = (server.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = server === undefined ? undefined : once(server, 'close')
    server?.close()
    server = undefined
    for (const end of ends) end.destroy()
    await closed
  }

  await open()
  return {
    via: (to) => Object.assign(new URL(to), { hostname: '127.0.0.1', port: String(ownPort) }).href,
    cut,
    mend: open,
    silence: () => {
      for (const end of ends) silent.add(end)
    },
    connected: () => {
      const now = [...ends]
      return () => now.filter((end) => ends.has(end)).length
    },
    async losingCommit(login, work) {
      loss = { login }
      try {
        const out = await work()
        if (loss === undefined) return out
        throw new Error(`no commit to lose; the answer was ${JSON.stringify(out)}`)
      } finally {
        loss = undefined
      }
    },
    close: cut,
  }
}
