import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as own from './build.mjs'
import { metered } from './cpu.mjs'
import { attempted, inTurns, readings } from './rounds.mjs'

/**
 * What this build does over HTTP, against another build: each with its own server, functions and database in one
 * PostgreSQL, in turns, measured by the same code.
 *
 * @param {{ url: string }} ground
 * @param {import('./options.mjs').Sizes & { only: readonly string[], databaseMs: () => Promise<number | undefined> }} options
 * @param {{ hash: string, benchDir: string }} other
 */
export async function* compared(ground, options, other) {
  const parts = Object.keys(own.loads).filter((part) => options.only.includes(part))
  console.log(
    `Preparing ${options.wallets} merchants with ${options.rows} sales, for this build and ${other.hash}.`,
  )
  const theirs = await import(pathToFileURL(path.join(other.benchDir, 'build.mjs')).href)
  const sides = []
  try {
    for (const [name, build] of [
      ['ours', own],
      ['theirs', theirs],
    ]) {
      const database = await build.preparedDatabase(ground.url, name, options)
      sides.push({ build, database, server: await build.openServer(database) })
    }
    for (const part of parts) yield* attempted(part, () => ofPart(part, sides, options))
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()))
  }
}

async function* ofPart(part, sides, options) {
  const [ours, baseline] = await Promise.all(
    sides.map(async ({ build, database, server }) => {
      const loads = await build.loads[part](server.url, database, options)
      const meters = { databaseMs: options.databaseMs, serverMs: server.serverMs }
      return { loads, turn: (name) => () => metered(meters, () => loads[name].run(options.turnMs)) }
    }),
  )
  for (const [name, { units }] of Object.entries(ours.loads)) {
    yield* attempted(name, async () => {
      const measurements = { ours: ours.turn(name), baseline: baseline.turn(name) }
      await inTurns({ rounds: 1 }, measurements)
      const series = await inTurns({ rounds: options.rounds }, measurements)
      return readings(`${name}, against the other build`, { ...series, units })
    })
  }
}
