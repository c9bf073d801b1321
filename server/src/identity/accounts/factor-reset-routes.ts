import { created, noContent, ok, type Route, route } from '../../http/route.ts'
import { languageOf } from '../mails/service.ts'
import * as shapes from './schema.ts'
import type { IdentityService } from './service.ts'

const tag = 'identity'

/** Resets of lost second factors, which take effect after a delay unless they are cancelled. */
export function factorResetRoutes(identity: IdentityService): Route[] {
  return [...ofAdministrators(identity), ...ofThePerson(identity)]
}

function ofAdministrators(identity: IdentityService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/second-factor-resets',
      name: 'listSecondFactorResets',
      summary: 'List pending resets of second factors',
      tag,
      access: 'platform:admin',
      responses: { 200: shapes.FactorResets },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok(await identity.factorResets(grant)),
    }),
    route({
      method: 'POST',
      path: '/platform/second-factor-resets',
      name: 'requestSecondFactorReset',
      summary: 'Request the removal of another person’s lost second factor',
      description:
        'Takes effect at `takesEffectAt`. The person is notified. Until then, the person or an administrator can cancel it.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      body: shapes.NewFactorReset,
      responses: { 201: shapes.FactorReset },
      problems: ['forbidden', 'mfa_required', 'second_factor_not_enrolled', 'invalid_transition'],
      handle: async ({ grant, body, headers }) =>
        created(await identity.requestFactorReset(grant, body, languageOf(headers))),
    }),
    route({
      method: 'DELETE',
      path: '/platform/second-factor-resets/{id}',
      name: 'cancelSecondFactorReset',
      summary: 'Cancel the reset of a second factor',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      responses: { 204: null },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => {
        await identity.cancelFactorReset(grant, params.id)
        return noContent()
      },
    }),
  ]
}

function ofThePerson(identity: IdentityService): Route[] {
  return [
    route({
      method: 'DELETE',
      path: '/auth/second-factor-resets/current',
      name: 'cancelOwnSecondFactorReset',
      summary: 'Cancel the reset of your second factor',
      tag,
      access: 'authenticated',
      responses: { 204: null },
      problems: ['invalid_transition'],
      handle: async ({ grant }) => {
        await identity.cancelOwnFactorReset(grant)
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: '/auth/second-factor-resets/cancel',
      name: 'cancelSecondFactorResetByLink',
      summary: 'Cancel the reset of your second factor with the mailed link',
      tag,
      access: 'public',
      limit: 'signIn',
      secret: true,
      body: shapes.LinkToken,
      responses: { 204: null },
      problems: ['reset_link_spent'],
      handle: async ({ grant, body }) => {
        await identity.cancelFactorResetByLink(grant, body.token)
        return noContent()
      },
    }),
  ]
}
