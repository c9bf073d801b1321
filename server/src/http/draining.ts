import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How a process leaves a load balancer: it turns `/readyz` first, and serves requests until it stops. */
export interface Draining {
  readonly hasBegun: () => boolean
  /** From now on `/readyz` is 503, and every answer closes its connection; requests are served as before. */
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

/** Connections without a whole request are closed once there has been none for this long, … */
const resetAfterMs = 500
/** … and all of them after this long, so that a request whose body never ends does not delay the stop. */
const mostMs = 15_000

/**
 * Lets a server that closes finish the requests in progress, and those that arrive on its open connections.
 * Node.js waits for every connection on which a request has begun, even if it is never completed.
 */
export function closeWithoutLoss(server: FastifyInstance, draining: Draining): void {
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
        if (now - busy >= resetAfterMs || now - begun >= mostMs) server.server.closeAllConnections()
        await sleep(50, undefined, { ref: false })
      }
    }
    void closeRest()
  })
}
