import { ok, type Route, route } from '../../http/route.ts'
import { Assistance, ById } from './schema.ts'
import type { AssistanceService } from './service.ts'

export function assistanceRoutes(assistance: AssistanceService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/merchants/{id}/assistance',
      name: 'getMerchantAssistance',
      summary: 'Retrieve what the platform can help a merchant with: theme, terminals, open invitations',
      description: 'E-mail addresses are masked, and no tokens are returned.',
      tag: 'platform',
      access: 'platform:operator',
      params: ById,
      responses: { 200: Assistance },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await assistance.assistance(grant, params.id)),
    }),
  ]
}
