import { parseArgs } from 'node:util'

/**
 * @typedef {object} Sizes
 * @property {number} wallets merchants with one store, one wallet and one till each
 * @property {number} rows sales, and as many products, in the large database; the small one has a tenth
 * @property {number} rounds how often each rate is measured, in turn with what it is compared with
 * @property {number} turnMs how long one turn lasts
 * @property {number} listMs how long each list is measured
 * @property {number} goods products of a supermarket, which is compared with a corner shop
 * @property {number} starts how often the demo is started warm
 * @property {number} products goods that the till has in the browser
 * @property {number} openings how often it is opened
 */

/** @type {Record<'smoke' | 'quick' | 'usual' | 'full', Sizes>} */
const sizes = {
  smoke: {
    wallets: 20,
    rows: 10_000,
    rounds: 1,
    turnMs: 100,
    listMs: 10,
    goods: 1_000,
    starts: 1,
    products: 200,
    openings: 1,
  },
  quick: {
    wallets: 100,
    rows: 20_000,
    rounds: 3,
    turnMs: 1_000,
    listMs: 1_000,
    goods: 20_000,
    starts: 1,
    products: 2_000,
    openings: 2,
  },
  usual: {
    wallets: 1_000,
    rows: 100_000,
    rounds: 5,
    turnMs: 4_000,
    listMs: 4_000,
    goods: 20_000,
    starts: 3,
    products: 20_000,
    openings: 5,
  },
  full: {
    wallets: 1_000,
    rows: 1_000_000,
    rounds: 7,
    turnMs: 8_000,
    listMs: 10_000,
    goods: 20_000,
    starts: 3,
    products: 20_000,
    openings: 9,
  },
}

const usage = `npm run bench -- [--smoke | --quick | --full] [--only name,…] [--compare commit] [--dir folder] [--profile]

  --smoke    the smallest numbers: shows that every part runs, the ratios say nothing
  --quick    smaller numbers, in a minute or two: the ratios are rough
  --full     ten times the rows, in a quarter of an hour
  --only     some of: sale, checkout, list, read, catalog, overload, pooler, start, web
  --compare  builds another commit and measures both in turns, over HTTP: sale, checkout, read, catalog
  --dir      where PostgreSQL keeps its files while it lasts; the system's temporary folder by default
  --profile  leaves a CPU profile of the server in test-output/`

const names = ['sale', 'checkout', 'list', 'read', 'catalog', 'overload', 'pooler', 'start', 'web']

/** Parses the command line; ends the process when it is invalid. */
export function parseOptions(args) {
  const { values } = readArguments(args)
  const only = values.only === undefined ? names : values.only.split(',')
  const strange = only.find((name) => !names.includes(name))
  if (strange !== undefined) refuse(`There is no benchmark ${strange}.`)
  const [size = 'usual', ...others] = ['smoke', 'quick', 'full'].filter((name) => values[name])
  if (others.length > 0) refuse(`It is ${size} or ${others[0]}, not both.`)
  const { dir, compare, profile: isProfiled = false } = values
  return { size, only, dir, compare, isProfiled, ...sizes[size] }
}

function readArguments(args) {
  try {
    return parseArgs({
      args,
      options: {
        smoke: { type: 'boolean' },
        quick: { type: 'boolean' },
        full: { type: 'boolean' },
        only: { type: 'string' },
        compare: { type: 'string' },
        dir: { type: 'string' },
        profile: { type: 'boolean' },
      },
    })
  } catch (error) {
    return refuse(error.message)
  }
}

function refuse(message) {
  console.error(`${message}\n\n${usage}`)
  process.exit(2)
}
