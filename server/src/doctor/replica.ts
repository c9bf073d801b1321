import type { ReplicaState } from '../database/replica-state.ts'
import { errorFrom, type Finding, ok, warning } from './finding.ts'

/** More than a busy standby lacks for a moment. */
const muchBytes = 64 * 1024 * 1024

/** Whether reports are read at the standby of `DATABASE_REPLICA_URL`. Without it the primary reads them, so it is no error. */
export function replicaFinding({ fault, isOfDatabase, isStandby, missingBytes }: ReplicaState): Finding {
  if (fault !== undefined) {
    const { text, todo } = errorFrom('replica', fault)
    return unused(text, todo ?? '')
  }
  const lead = 'Let DATABASE_REPLICA_URL lead to a streaming standby (docs/read-replica.md).'
  if (!isOfDatabase) return unused('The replica is of another database.', lead)
  if (!isStandby) return unused('The replica is a primary itself, or was promoted.', lead)
  const missing = `The replica lacks ${Math.round(missingBytes / 1024 ** 2)} MB of changes.`
  return missingBytes > muchBytes
    ? unused(missing, 'Look at its log, its disk and its network.')
    : ok('replica', 'The replica is up to date, and reads the reports.')
}

const unused = (text: string, todo: string): Finding =>
  warning('replica', `${text} The primary reads the reports.`, todo)
