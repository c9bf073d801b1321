import type { ReplicaState } from '../database/replica-state.ts'
import type { Misfit } from '../database/standby.ts'
import { errorFrom, type Finding, ok, warning } from './finding.ts'

/** More than a busy standby lacks for a moment. */
const muchBytes = 64 * 1024 * 1024

const lead = 'Let DATABASE_REPLICA_URL lead to a streaming standby (docs/read-replica.md).'
const again = 'If the primary was restored, make the standby again from it (docs/read-replica.md).'

const misfits: Readonly<Record<Misfit, readonly [text: string, todo: string]>> = {
  otherDatabase: ['The replica is of another database.', lead],
  notStandby: ['The replica is a primary itself, or was promoted.', lead],
  otherTimeline: ['The replica is on another timeline than the primary.', again],
}

/** Whether reports are read at the standby of `DATABASE_REPLICA_URL`. Without it the primary reads them, so it is no error. */
export function replicaFinding({ fault, misfit, missingBytes }: ReplicaState): Finding {
  if (fault !== undefined) {
    const { text, todo } = errorFrom('replica', fault)
    return unused(text, todo ?? '')
  }
  if (misfit !== undefined) return unused(...misfits[misfit])
  if (missingBytes < 0) return unused('The replica has changes that the primary does not have.', again)
  const missing = `The replica lacks ${Math.round(missingBytes / 1024 ** 2)} MB of changes.`
  return missingBytes > muchBytes
    ? unused(missing, 'Look at its log, its disk and its network.')
    : ok('replica', 'The replica is up to date, and reads the reports.')
}

const unused = (text: string, todo: string): Finding =>
  warning('replica', `${text} The primary reads the reports.`, todo)
