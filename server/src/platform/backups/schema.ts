import { closed, Instant, named, nullable } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const BackupReport = named(
  'BackupReport',
  Type.Object(
    {
      isConfigured: Type.Boolean({ description: 'False: the server makes no backups' }),
      lastBackupAt: nullable(Instant),
      lastBackupBytes: nullable(Type.Integer()),
      archivedUntil: nullable(Instant),
      waitingBytes: Type.Integer({ description: 'On the server’s disk because the store has not taken it' }),
      isFailing: Type.Boolean({ description: 'Changes do not reach the store: see the server’s log' }),
    },
    closed,
  ),
)
export type BackupReport = Static<typeof BackupReport>
