import { ok, type Route, route } from '../../http/route.ts'
import { BackupReport } from './schema.ts'
import type { BackupsService } from './service.ts'

export function backupsRoutes(backups: BackupsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/backups',
      name: 'getBackups',
      summary: 'Retrieve how old the last good backup is, and up to when everything can be restored',
      tag: 'platform',
      access: 'platform:operator',
      responses: { 200: BackupReport },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok(await backups.report(grant)),
    }),
  ]
}
