// A process of the durable engine with one job, spoken to by lines on standard input.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJobs } from '../dist/jobs/jobs.js'
import { createLogger } from '../dist/logger.js'

const { WORKER_URL, FAILURES, SLOW_MS, SLOW_FROM } = process.env
let runs = 0
const jobs = createJobs({
  url: WORKER_URL,
  executorId: 'job-worker',
  isWorker: true,
  logger: createLogger('silent'),
  jobs: [
    {
      name: 'test.job',
      attempts: 4,
      firstPauseMs: 20,
      run: async () => {
        runs++
        if (SLOW_FROM !== undefined && runs >= Number(SLOW_FROM)) await sleep(Number(SLOW_MS))
        if (runs <= Number(FAILURES)) throw new Error('failed on purpose')
        return { attempts: runs }
      },
    },
  ],
})
await jobs.start()
const say = (value) => process.stdout.write(`${JSON.stringify(value ?? null)}\n`)
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id] = line.split(' ')
  if (verb === 'enqueue') say(await jobs.enqueue('test.job', id))
  else if (verb === 'runs') say(runs)
  else say(await jobs[verb](id))
}
