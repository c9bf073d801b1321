import { ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { VasTermsService } from './service.ts'

const tag = 'vas'

export function vasTermsRoutes(terms: VasTermsService): Route[] {
  const written = ['forbidden', 'mfa_required', 'version_mismatch'] as const
  return [
    route({
      method: 'GET',
      path: '/platform/vas-terms',
      name: 'getPlatformVasTerms',
      summary: 'Retrieve the terms of services for merchants without their own',
      tag,
      access: 'platform:operator',
      responses: { 200: shapes.TermSheet },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant }) => ok(await terms.terms(grant, null)),
    }),
    route({
      method: 'PUT',
      path: '/platform/vas-terms',
      name: 'setPlatformVasTerms',
      summary: 'Set the platform’s terms, which apply where a merchant has none of its own',
      tag,
      access: 'platform:admin',
      confirmed: true,
      body: shapes.TermsChange,
      responses: { 200: shapes.TermSheet },
      problems: written,
      handle: async ({ grant, body }) => ok(await terms.setTerms(grant, null, body)),
    }),
    route({
      method: 'GET',
      path: '/platform/merchants/{id}/vas-terms',
      name: 'getMerchantVasTerms',
      summary: 'Retrieve a merchant’s terms of services: its own lines, and the effective ones',
      tag,
      access: 'platform:operator',
      params: shapes.ById,
      responses: { 200: shapes.TermSheet },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await terms.terms(grant, params.id)),
    }),
    route({
      method: 'PUT',
      path: '/platform/merchants/{id}/vas-terms',
      name: 'setMerchantVasTerms',
      summary: 'Set a merchant’s terms of services',
      description:
        'Send all lines together. Values that a line omits come from the platform’s terms. Past sales keep the terms that they were made on.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.TermsChange,
      responses: { 200: shapes.TermSheet },
      problems: written,
      handle: async ({ grant, params, body }) => ok(await terms.setTerms(grant, params.id, body)),
    }),
  ]
}
