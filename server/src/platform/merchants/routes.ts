import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import { languageOf } from '../../identity/mails/service.ts'
import * as shapes from './schema.ts'
import type { MerchantsService } from './service.ts'

const tag = 'platform'

export function merchantsRoutes(merchants: MerchantsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/platform/merchants',
      name: 'listMerchants',
      summary: 'List merchants, newest first',
      tag,
      access: 'platform:operator',
      query: shapes.MerchantQuery,
      responses: { 200: shapes.MerchantPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await merchants.merchants(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/platform/merchants/{id}',
      name: 'getMerchant',
      summary: 'Retrieve a merchant',
      tag,
      access: 'platform:operator',
      params: shapes.ById,
      responses: { 200: shapes.Merchant },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params }) => ok(await merchants.merchant(grant, params.id)),
    }),
    route({
      method: 'GET',
      path: '/platform/merchants/{id}/diagnosis',
      name: 'getMerchantDiagnosis',
      summary: 'Diagnose why a merchant, one of its stores or a terminal cannot operate',
      description: 'Returns each condition, whether it is met, and how to meet it. Shows no data of a store.',
      tag,
      access: 'platform:operator',
      params: shapes.ById,
      query: shapes.DiagnosisQuery,
      responses: { 200: shapes.Diagnosis },
      problems: ['forbidden', 'mfa_required'],
      handle: async ({ grant, params, query }) => ok(await merchants.diagnosis(grant, params.id, query)),
    }),
    route({
      method: 'POST',
      path: '/pos/merchants',
      name: 'createMerchant',
      summary: 'Create a merchant with its owner, who is invited unless they have joined already',
      tag,
      access: 'platform:admin',
      confirmed: true,
      idempotent: true,
      secret: true,
      body: shapes.CreateMerchant,
      responses: { 201: shapes.CreatedMerchant },
      problems: [
        'forbidden',
        'mfa_required',
        'email_unproved',
        'platform_staff',
        'last_admin',
        'database_unknown',
        'database_closed',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, body, headers }) => {
        const key = headers['idempotency-key']
        const { answer, isReplay } = await merchants.create(grant, body, key, languageOf(headers))
        return replayed(created(answer, `/platform/merchants/${answer.merchant.id}`), isReplay)
      },
    }),
    route({
      method: 'POST',
      path: '/platform/merchants/{id}/owner-invites',
      name: 'renewOwnerInvite',
      summary: 'Renew the invitation of an owner who has not joined yet; earlier links stop working',
      tag,
      access: 'platform:admin',
      confirmed: true,
      secret: true,
      params: shapes.ById,
      responses: { 201: shapes.CreatedMerchant },
      problems: ['forbidden', 'mfa_required', 'invalid_transition', 'merchant_suspended', 'merchant_closed'],
      handle: async ({ grant, params, headers }) =>
        created(await merchants.renewOwnerInvite(grant, params.id, languageOf(headers))),
    }),
    route({
      method: 'PATCH',
      path: '/pos/merchants/{id}/status',
      name: 'setMerchantStatus',
      summary: 'Suspend a merchant, or lift its suspension',
      description:
        'Takes effect on the next request of all its stores. Sales already sent to a provider still settle.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.MerchantStatus,
      responses: { 200: shapes.Merchant },
      problems: ['forbidden', 'mfa_required', 'merchant_closed'],
      handle: async ({ grant, params, body }) => ok(await merchants.setStatus(grant, params.id, body)),
    }),
    route({
      method: 'PATCH',
      path: '/pos/merchants/{id}/owner',
      name: 'changeMerchantOwner',
      summary: 'Move a merchant to another owner, who is invited unless they have joined already',
      description:
        'The former owner’s memberships in its stores end immediately, and the new owner manages each of them. Its bank accounts have to be verified again. Refused while settlements are pending.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      secret: true,
      params: shapes.ById,
      body: shapes.OwnerChange,
      responses: { 200: shapes.CreatedMerchant },
      problems: [
        'forbidden',
        'mfa_required',
        'already_owner',
        'email_unproved',
        'platform_staff',
        'last_admin',
        'merchant_closed',
        'merchant_not_settled',
      ],
      handle: async ({ grant, params, body, headers }) =>
        ok(await merchants.changeOwner(grant, params.id, body, languageOf(headers))),
    }),
    route({
      method: 'DELETE',
      path: '/pos/merchants/{id}',
      name: 'closeMerchant',
      summary: 'Close a merchant for good',
      description:
        'Its memberships and invitations end immediately, and its history is kept. Refused while sales, deposits or settlements are pending, while the wallet is not empty, and for thirty days after the last payout or service, because money can come back that nobody could pay out any more.',
      tag,
      access: 'platform:admin',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Closing,
      responses: { 200: shapes.Merchant },
      problems: ['forbidden', 'mfa_required', 'merchant_closed', 'merchant_not_settled', 'money_may_return'],
      handle: async ({ grant, params, body }) => ok(await merchants.close(grant, params.id, body)),
    }),
  ]
}
