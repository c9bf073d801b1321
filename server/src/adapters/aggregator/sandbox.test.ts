import { aggregatorContract } from '../../../test/aggregator.contract.ts'
import { breakable } from '../../../test/breakable-transport.ts'
import { HandClock } from '../../../test/hand-clock.ts'
import { sandboxAggregator } from './sandbox.ts'

const shortTimeouts = { createMs: 40, confirmMs: 40, readMs: 40 }

async function makeWorld(isSettledInConfirm: boolean) {
  const clock = new HandClock()
  let wire: ReturnType<typeof breakable> | undefined
  const aggregator = sandboxAggregator({
    clock,
    isSettledInConfirm,
    timeouts: shortTimeouts,
    wrapTransport(inner) {
      wire = breakable(inner)
      return wire.transport
    },
  })
  return {
    aggregator,
    holdLifeMs: 3_600_000,
    now: () => clock.now(),
    pass: (ms: number) => clock.pass(ms),
    break: (fault: Parameters<ReturnType<typeof breakable>['break']>[0]) => wire?.break(fault),
    mend: () => wire?.mend(),
    dispose: () => aggregator.close(),
  }
}

aggregatorContract('the sandbox', () => makeWorld(true))
aggregatorContract('the sandbox with the provider’s behaviour', () => makeWorld(false))
