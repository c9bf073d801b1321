// `npm run simulate`: plays shops, people, tills, networks, provider, clocks and faults that a seed decides, on the real server
// and a real PostgreSQL, and compares everything with a model of its own. It exits 1 when they differ. See docs/simulation.md.
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { optionsOf, randomSeed, whole } from './options.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'
import { showTool } from './tools.mjs'

const usage = `npm run simulate -- [--seed N] [--days 7] [--steps 60] [--minutes N] [--tell]

  --seed     the first seed; it repeats the choices of an earlier simulation, which printed it
  --days     how many days each seed lasts
  --steps    how many steps a day has
  --minutes  how long, seed after seed; without it, one seed
  --tell     prints all that happens`
const options = {
  seed: { type: 'string', default: randomSeed() },
  days: { type: 'string', default: '7' },
  steps: { type: 'string', default: '60' },
  minutes: { type: 'string' },
  tell: { type: 'boolean', default: false },
}

process.chdir(root)
const results = path.join(root, 'test-output/simulation.json')
const wanted = { ...optionsOf(options, usage, choiceOf), results }
try {
  await prepare({ build: ['server', 'client'] })
  await mkdir(path.dirname(results), { recursive: true })
  await rm(results, { force: true })
  const config = path.join(root, 'simulation/vitest.config.ts')
  const code = await showTool(root, { package: 'vitest' }, ['run', `--config=${config}`, '--reporter=dot'], {
    SIMULATION: JSON.stringify(wanted),
  })
  const done = await readFile(results, 'utf8').then(JSON.parse, () => undefined)
  if (done !== undefined)
    console.log(
      `${done.shopDays} shop-days of ${done.seeds} seeds from ${wanted.seed} on, ${done.steps} steps in ${Math.round(done.seconds)} s`,
    )
  process.exitCode = code
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

function choiceOf({ seed, days, steps, minutes, tell }) {
  return {
    seed: whole('seed', seed),
    days: whole('days', days, 1),
    steps: whole('steps', steps, 1),
    tell,
    ...(minutes !== undefined && { minutes: whole('minutes', minutes, 1) }),
  }
}
