import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Files that take longest, longest first. One that starts last keeps one processor busy while the other is idle. A
 * fresh clone has measured nothing yet, and the size of a file says little.
 */
const longest = [
  'server/test/access/routes.test.ts',
  'server/test/access/functions.test.ts',
  'server/test/state-machines.test.ts',
  'server/test/access/rows.test.ts',
  'server/src/jobs/jobs.test.ts',
  'server/src/database/lost-connection.test.ts',
  'server/src/platform/verification/recompute.test.ts',
  'server/src/stock/chips/large-import.test.ts',
  'server/src/database/embedded/launch.test.ts',
  'server/test/authority-command.test.ts',
  'server/test/doctor.test.ts',
  'server/test/serve.test.ts',
  'server/test/kill-switches.test.ts',
  'server/test/neighbours.test.ts',
  'server/test/replays.test.ts',
  'server/src/adapters/aggregator/dtone/index.test.ts',
  'server/test/pin-canaries.test.ts',
  'server/src/identity/accounts/resetting.test.ts',
  'server/src/audit/authority/authority-journal.test.ts',
  'server/test/rolling-restart.test.ts',
  'server/test/pin-crash.test.ts',
  'server/test/reconcile.test.ts',
  'server/src/jobs/missed.test.ts',
  'server/test/chaos.test.ts',
  'server/test/rate-limits.test.ts',
  'server/src/catalog/products/import.test.ts',
  'server/test/day-in-a-store.test.ts',
  'server/test/crash.test.ts',
  'server/test/backup-timelines.test.ts',
  'server/test/backup-shipping.test.ts',
  'server/test/bundled-commands.test.ts',
  'server/src/vas/sales/sale.test.ts',
  'server/test/traces.test.ts',
  'server/test/runbook.test.ts',
  'server/test/fuzz.test.ts',
  'server/test/chip-import-crash.test.ts',
  'server/src/catalog/products/till.test.ts',
  'server/src/events/outbox/live-polling.test.ts',
  'server/src/database/without-superuser.test.ts',
  'server/src/platform/places/placing.test.ts',
  'server/test/database-outage.test.ts',
  // Some of these compute while their neighbours wait for a page, or for answers that are lost or late.
  'e2e/backup.e2e.ts',
  'e2e/offline-sale.e2e.ts',
  'e2e/accessibility-shop.e2e.ts',
  'e2e/interruptions.e2e.ts',
  'e2e/guide.e2e.ts',
  'e2e/scanner.e2e.ts',
  'e2e/setup-command.e2e.ts',
  'e2e/airtime-sale.e2e.ts',
  'e2e/accessibility.e2e.ts',
  'e2e/upgrade.e2e.ts',
  'e2e/scanner-random.e2e.ts',
  'e2e/install.e2e.ts',
  'e2e/desks.e2e.ts',
  'e2e/service-payment.e2e.ts',
  'e2e/pgbackrest.e2e.ts',
  'e2e/broken-till.e2e.ts',
  'e2e/installed-till.e2e.ts',
  'e2e/till-sight.e2e.ts',
  'e2e/pin-sale.e2e.ts',
  'e2e/goods-sale.e2e.ts',
  'e2e/outside-programs.e2e.ts',
  'e2e/platform-desk.e2e.ts',
  'e2e/till-lock.e2e.ts',
  'e2e/till-entrance.e2e.ts',
  'e2e/accessibility-platform.e2e.ts',
  'e2e/readme-pictures.e2e.ts',
  'e2e/stock-papers.e2e.ts',
  'e2e/printing.e2e.ts',
  'e2e/till-keys.e2e.ts',
  'e2e/phone.e2e.ts',
  'e2e/orders.e2e.ts',
].map((file) => path.join(root, file))

const missing = longest.filter((file) => !existsSync(file))
if (missing.length > 0)
  throw new Error(`longest-first.ts names files that are not there: ${missing.join(', ')}`)

/**
 * Starts long files first. The projects of a group follow each other, so that a worker keeps what its files share, and
 * the short files of the last one fill the gaps.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [
      ...new Set(sorted.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ project }) => project)),
    ]
    const placeOf = ({ project }: TestSpecification) => projects.indexOf(project)
    return sorted.toSorted(
      (a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b),
    )
  }
}

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.indexOf(path.normalize(moduleId))
  return rank === -1 ? longest.length : rank
}
