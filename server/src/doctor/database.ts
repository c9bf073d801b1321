import type { CopyFaults } from '../database/copies.ts'
import type { Drift } from '../database/drift.ts'
import type { Examination } from '../database/examine.ts'
import type { PlaceFaults } from '../database/place-faults.ts'
import type { Hazard } from '../database/safety.ts'
import { faultOfStanding, type RunningServers, type Standing } from '../database/standing.ts'
import { version } from '../version.ts'
import { durationOf, error, errorFrom, type Finding, ok, warning } from './finding.ts'

/** The findings about an examined database. */
export function databaseFindings(found: Examination): Finding[] {
  const answers = ok('database', `PostgreSQL ${found.postgresVersion} answers to both logins.`)
  const versions = versionFinding(found.standing, found.servers)
  if (found.standing.kind === 'unprepared') return [answers, versions]
  return [
    answers,
    versions,
    driftFinding(found.drift, found.standing.kind === 'ahead'),
    hazardFinding('policies', found.hazards),
    hazardFinding('privileges', found.hazards),
    ...(found.copies === undefined ? [] : [copiesFinding(found.copies)]),
    ...(found.places === undefined ? [] : [placesFinding(found.places)]),
    clockFinding(found.clockAheadMs),
  ]
}

/** Of the program, of the database, and of the servers that run on it. */
function versionFinding(standing: Standing, servers: readonly RunningServers[]): Finding {
  const fault = faultOfStanding(standing)
  if (fault !== undefined) return errorFrom('version', fault)
  if (standing.kind === 'ahead')
    return warning(
      'version',
      `This is ${version}, and ${standing.version} has migrated the database; servers from ${standing.oldestServer} on can run on it.`,
      `Finish the upgrade by installing ${standing.version}, or stay while you need to: docs/upgrade.md.`,
    )
  const others = servers.filter((each) => each.version !== version)
  if (others.length > 0)
    return warning(
      'version',
      `This and the database are ${version}, and ${others.map((each) => `${each.count} of ${each.version}`).join(', ')} still run on it.`,
      `Finish the upgrade: restart them as ${version}.`,
    )
  return ok('version', `This and the database are ${version}.`)
}

const shownObjects = 5

const andMore = (count: number): string => (count > 0 ? `, and ${count} more` : '')

const restore =
  'Run mostrador migrate, which restores functions and policies, then undo by hand what mostrador doctor still names.'

/** What somebody changed in the database by hand. */
function driftFinding(drift: Drift | undefined, isAhead: boolean): Finding {
  if (isAhead) return ok('drift', 'The database belongs to a newer version, whose doctor compares it.')
  if (drift === undefined)
    return warning(
      'drift',
      'There is no record of this database to compare it with, or it is from another major version of PostgreSQL.',
      'Run: mostrador migrate',
    )
  const named = Object.entries(drift).flatMap(([what, names]: [string, readonly string[]]) =>
    names.map((name) => `${name} was ${what === 'missing' ? 'removed' : what}`),
  )
  if (named.length === 0) return ok('drift', 'Tables, functions and policies are as they were migrated.')
  return error(
    'drift',
    `Somebody has changed the database by hand: ${named.slice(0, shownObjects).join(', ')}${andMore(named.length - shownObjects)}.`,
    restore,
  )
}

const whole: Readonly<Record<Hazard['about'], string>> = {
  policies: 'Rows are separated by row-level security in every table.',
  privileges: 'The logins hold what they need, and nothing else.',
}

/** What would bypass the row permissions: no server starts while there is such a hazard. */
function hazardFinding(about: Hazard['about'], hazards: readonly Hazard[]): Finding {
  const faults = hazards.filter((each) => each.about === about).map(({ fault }) => fault)
  if (faults.length === 0) return ok(about, whole[about])
  return error(about, `No server starts on this database: ${faults.join('; ')}.`, restore)
}

/** What authentication reads in place of the directory. */
function copiesFinding({ count, named }: CopyFaults): Finding {
  if (count === 0) return ok('copies', 'Authentication goes by the directory of accounts and memberships.')
  return error(
    'copies',
    `Authentication does not go by the directory: ${named.join(', ')}${andMore(count - named.length)}.`,
    'Run mostrador migrate, which repairs the copies. Then find out who changed the database by hand.',
  )
}

/** Whether merchants' rows can be reached, and are where their `databaseId` says. */
export function placesFinding({ count, named, interrupted: [move, ...more], down }: PlaceFaults): Finding {
  if (down[0] !== undefined)
    return error(
      'places',
      `Merchants are answered 503: ${down.map(({ place, at }) => `the place ${place} is down since ${at.toISOString()}`).join(', ')}.`,
      `Start its nodes, then: mostrador places up ${down[0].place}`,
    )
  if (count === 0 && move === undefined)
    return ok('places', 'The rows of each merchant are at the place that its databaseId names.')
  if (count === 0 && move !== undefined)
    return error(
      'places',
      `The move of merchant ${move.merchantId} to ${move.place} was left half-way at ${move.at.toISOString()}${andMore(more.length)}.`,
      `Finish it: mostrador merchants move ${move.merchantId} ${move.place}`,
    )
  return error(
    'places',
    `Rows of merchants are elsewhere than their databaseId says: ${named.join(', ')}${andMore(count - named.length)}.`,
    'Somebody has moved parts of the tables between nodes. Move each merchant to where it should be: mostrador merchants move <id> <place>',
  )
}

const clockWarningMs = 2_000
/** The step of one-time codes: from here on they do not match. */
const clockErrorMs = 30_000

/** This machine's clock beside that of PostgreSQL. */
export function clockFinding(aheadMs: number): Finding {
  const apart = Math.abs(aheadMs)
  const words = `PostgreSQL's clock is ${durationOf(apart)} ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's.`
  if (apart < clockWarningMs) return ok('clock', 'This machine and PostgreSQL agree on the time.')
  const state = apart < clockErrorMs ? warning : error
  return state(
    'clock',
    words,
    'Set both by NTP: timedatectl set-ntp true. Codes of the second factor and times of sales depend on it.',
  )
}
