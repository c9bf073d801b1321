import { noContent, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { RestorationService } from './service.ts'

const tag = 'platform'

/** Reconciling a restored database: the only platform routes that are open meanwhile. */
export function restorationRoutes(restoration: RestorationService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/restorations',
      name: 'listRestorations',
      summary: 'Show what a restore of the database has lost, and what became of it',
      description: 'The restoration that is under way, or the last one; an empty list when there was none.',
      tag,
      access: 'platform:admin',
      reconciles: true,
      responses: { 200: shapes.Restorations },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok(await restoration.current(grant)),
    }),
    route({
      method: 'POST',
      path: '/platform/restored_acts/{id}/decision',
      name: 'decideRestoredAct',
      summary: 'Give again what a lost act gave, or do not',
      tag,
      access: 'platform:admin',
      reconciles: true,
      confirmed: true,
      params: shapes.ById,
      body: shapes.ActDecision,
      responses: { 204: null },
      problems: [
        'forbidden',
        'mfa_required',
        'invalid_transition',
        'store_staff',
        'platform_staff',
        'already_member',
        'email_required',
      ],
      handle: async ({ grant, params, body }) => {
        await restoration.decide(grant, params.id, body.decision === 'ACCEPTED')
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/platform/restorations/current/finish',
      name: 'finishRestoration',
      summary: 'Enter the sales that were lost, and open the platform again',
      tag,
      access: 'platform:admin',
      reconciles: true,
      confirmed: true,
      responses: { 204: null },
      problems: [
        'forbidden',
        'mfa_required',
        'invalid_transition',
        'not_reconciled',
        'aggregator_unavailable',
      ],
      handle: async ({ grant }) => {
        await restoration.lift(grant)
        return noContent()
      },
    }),
  ]
}
