import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How a process leaves a load balancer: it says so first, serves on, and stops when nothing comes any more. */
export interface Draining {
  readonly hasBegun: () => boolean
  /** Turns `/readyz` and closes each connection with its next answer; requests are served as before. */
  begin(): void
}

export function createDraining(): Draining {
  let hasBegun = false
  return {
    hasBegun: () => hasBegun,
    begin() {
      hasBegun = true
    },
  }
}

export interface ClosingTimes {
  /** Connections without a whole request are closed once there has been none for this long, … */
  readonly quietMs: number
  /** … and all of them after this long, so that a request whose body never ends holds nothing up. */
  readonly mostMs: number
}

export const usualClosingTimes: ClosingTimes = { quietMs: 500, mostMs: 15_000 }

/**
 * Lets a server that closes finish the requests in progress, and those that arrive on its open connections.
 * Node.js waits for every connection on which a request has begun, even if it is never completed.
 */
export function closeWithoutLoss(server: FastifyInstance, draining: Draining, times: ClosingTimes): void {
  let inProgress = 0
  server.addHook('onRequest', async (_request, { raw }) => {
    inProgress += 1
    raw.once('close', () => {
      inProgress -= 1
    })
  })
  server.addHook('onSend', async (_request, reply) => {
    if (draining.hasBegun()) reply.header('connection', 'close')
  })
  server.addHook('preClose', async () => {
    draining.begin()
    let isClosed = false
    server.server.once('close', () => {
      isClosed = true
    })
    const closeRest = async () => {
      const begun = performance.now()
      let busy = begun
      while (!isClosed) {
        const now = performance.now()
        if (inProgress > 0) busy = now
        if (now - busy >= times.quietMs || now - begun >= times.mostMs) server.server.closeAllConnections()
        await sleep(50, undefined, { ref: false })
      }
    }
    void closeRest()
  })
}
