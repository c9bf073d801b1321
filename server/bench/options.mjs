import { optionsOf, randomSeed, whole } from '../../scripts/options.mjs'

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
 * @property {number} units sales, checkouts, and four times fewer merchants, of which the footprint is measured
 */

/**
 * @typedef {object} Days
 * @property {number} merchants
 * @property {number} fromMs by the shops' clock, read as UTC
 * @property {number} hours
 * @property {number} scale
 * @property {number} seed
 * @property {number} rows sales before it begins
 * @property {string | undefined} at superuser's URL of a database, instead of one of its own
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
    units: 40,
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
    units: 1_600,
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
    units: 3_200,
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
    units: 8_000,
  },
}

const usage = `npm run bench -- [--smoke | --quick | --full] [--only name,…] [--compare commit] [--dir folder] [--profile]
npm run bench -- --cluster [--smoke | --quick | --full]
npm run bench -- --days [--smoke | --quick | --full] [--merchants N] [--from moment] [--hours N] [--scale N] [--seed N] [--at url]

  --smoke    the smallest numbers: shows that every part runs, the ratios say nothing
  --quick    smaller numbers, in a minute or two: the ratios are rough
  --full     ten times the rows, in a quarter of an hour
  --only     some of: sale, checkout, list, read, catalog, overload, pooler, footprint, start, web
  --compare  builds another commit and measures both in turns, over HTTP: sale, checkout, read, catalog
  --dir      where PostgreSQL keeps its files while it lasts; the system's temporary folder by default
  --profile  leaves a CPU profile of the server in test-output/

  --cluster  a sale and a checkout on clusters of Citus on this machine, against plain PostgreSQL (docs/scaling.md)

  --days       drives days of shops at a time scale instead, with opening hours, peaks and paydays (docs/scaling.md)
  --merchants  how many, up to 10000, with a shop each; by default as many as the other benchmarks have
  --from       when it begins by the shops' clock; by default on a payday: 2026-03-13T06:00
  --hours      how long it lasts by their clock; by default 18
  --scale      how many times as fast as their clock; by default 60
  --seed       who comes when; one is drawn by default, and printed
  --at         superuser's URL of an empty database, or of one on the coordinator of a cluster, instead of its own PostgreSQL`

const names = [
  'sale',
  'checkout',
  'list',
  'read',
  'catalog',
  'overload',
  'pooler',
  'footprint',
  'start',
  'web',
]

/** The command line's; ends the process when it is invalid. */
export const parseOptions = () => optionsOf(known, usage, read)

const flag = { type: 'boolean' }
const text = { type: 'string' }
const known = {
  ...{
    smoke: flag,
    quick: flag,
    full: flag,
    only: text,
    dir: text,
    compare: text,
    profile: flag,
    cluster: flag,
    days: flag,
  },
  ...{ merchants: text, from: text, hours: text, scale: text, seed: text, at: text },
}

function read(values) {
  const only = values.only === undefined ? names : values.only.split(',')
  const strange = only.find((name) => !names.includes(name))
  if (strange !== undefined) throw new Error(`There is no benchmark ${strange}.`)
  const [size = 'usual', ...others] = ['smoke', 'quick', 'full'].filter((name) => values[name])
  if (others.length > 0) throw new Error(`It is ${size} or ${others[0]}, not both.`)
  const { dir, compare, profile: isProfiled = false, cluster: isCluster = false } = values
  const odd = [...ofRatios, 'days', 'dir'].find((name) => isCluster && values[name] !== undefined)
  if (odd !== undefined) throw new Error(`--${odd} is not for --cluster.`)
  const days = daysOf(values, sizes[size])
  return { size, only, dir, compare, isProfiled, isCluster, days, ...sizes[size] }
}

const ofDays = ['merchants', 'from', 'hours', 'scale', 'seed', 'at']
const ofRatios = ['only', 'compare', 'profile']

/** @returns {Days | undefined} undefined: no shop days are wanted */
function daysOf(values, { wallets, rows }) {
  const stray = (values.days ? ofRatios : ofDays).find((name) => values[name] !== undefined)
  if (stray !== undefined) throw new Error(`--${stray} is ${values.days ? 'not for' : 'only for'} --days.`)
  if (!values.days) return undefined
  const { from = '2026-03-13T06:00', at } = values
  const fromMs = Date.parse(`${from}Z`)
  if (Number.isNaN(fromMs)) throw new Error('--from is a moment such as 2026-03-13T06:00.')
  return {
    merchants: whole('merchants', values.merchants ?? String(wallets), 1, 10_000),
    fromMs,
    hours: whole('hours', values.hours ?? '18', 1, 24 * 366),
    scale: whole('scale', values.scale ?? '60', 1, 86_400),
    seed: whole('seed', values.seed ?? randomSeed()),
    rows,
    at,
  }
}
