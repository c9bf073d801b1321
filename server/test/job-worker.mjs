// A process of the durable engine with one job, controlled by lines on standard input. Its clock may be wrong.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJobs } from '../dist/jobs/jobs.js'
import { createLogger } from '../dist/logger.js'

const { WORKER_URL, FAILURES, PAUSE_MS, SLOW_MS, SLOW_FROM, DIE_GIVING_UP, NODE, LEASE_MS, CRON, AHEAD_MS } =
  process.env
const RightDate = Date
let aheadMs = Number(AHEAD_MS ?? 0)
globalThis.Date = class extends RightDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [RightDate.now() + aheadMs]))
  }
  static now() {
    return RightDate.now() + aheadMs
  }
}
let given
let runs = 0
const givenUp = []
const jobs = createJobs({
  url: WORKER_URL,
  node: NODE ?? 'job-worker',
  isWorker: true,
  ...(LEASE_MS !== undefined && { leaseMs: Number(LEASE_MS) }),
  logger: createLogger('silent'),
  jobs: [
    {
      name: 'test.job',
      attempts: 4,
      firstPauseMs: Number(PAUSE_MS ?? 20),
      ...(CRON !== undefined && { schedule: { cron: CRON, timeZone: 'UTC' } }),
      run: async (input) => {
        runs++
        given = input
        if (SLOW_FROM !== undefined && runs >= Number(SLOW_FROM)) await sleep(Number(SLOW_MS))
        if (runs <= Number(FAILURES)) throw new Error('failed on purpose')
        return { attempts: runs }
      },
    },
  ],
  ask: (ask) => ask(),
  onGivenUp: async (work) => {
    givenUp.push(work)
    if (DIE_GIVING_UP !== undefined) process.kill(process.pid, 'SIGKILL')
  },
})
await jobs.start()
const say = (value) => process.stdout.write(`${JSON.stringify(value ?? null)}\n`)
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id, input] = line.split(' ')
  if (verb === 'enqueue') say(await jobs.enqueue('test.job', id, input && JSON.parse(input)))
  else if (verb === 'given') say(given)
  else if (verb === 'given-up') say(givenUp)
  else if (verb === 'runs') say(runs)
  else if (verb === 'ahead') {
    aheadMs = Number(id)
    say(aheadMs)
  } else say(await jobs[verb](id))
}
