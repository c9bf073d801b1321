import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { SettlementsService } from './service.ts'

const tag = 'money'

export function settlementsRoutes(settlements: SettlementsService): Route[] {
  return [...merchantsRoutes(settlements), ...platformRoutes(settlements)]
}

function merchantsRoutes(settlements: SettlementsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/settlements/requests',
      name: 'requestSettlement',
      summary: 'Request a payout from the wallet to one of the merchant’s bank accounts',
      description: 'The amount is held until it is paid or released.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'body',
      idempotent: true,
      body: shapes.SettlementOrder,
      responses: { 201: shapes.Settlement },
      problems: [
        'merchant_unverified',
        'bank_account_unverified',
        'insufficient_funds',
        'idempotency_key_reused',
      ],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await settlements.request(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/settlements/requests/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/settlements/requests',
      name: 'listSettlements',
      summary: 'List requested payouts, newest first',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.SettlementQuery,
      responses: { 200: shapes.SettlementPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await settlements.settlements(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/settlements/requests/{id}',
      name: 'getSettlement',
      summary: 'Retrieve a payout',
      tag,
      access: 'rows',
      params: shapes.ById,
      responses: { 200: shapes.Settlement },
      handle: async ({ grant, params }) => ok(await settlements.settlement(grant, params.id)),
    }),
    route({
      method: 'POST',
      path: '/pos/settlements/requests/{id}/cancel',
      name: 'cancelSettlement',
      summary: 'Cancel a request that is still undecided',
      tag,
      access: 'store:manager',
      store: 'row',
      params: shapes.ById,
      responses: { 200: shapes.Settlement },
      problems: ['invalid_transition'],
      handle: async ({ grant, params }) => ok(await settlements.cancel(grant, params.id)),
    }),
  ]
}

function platformRoutes(settlements: SettlementsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/settlements/ops/requests',
      name: 'listSettlementQueue',
      summary: 'List the payouts of all merchants, oldest first',
      tag,
      access: 'platform:operator',
      query: shapes.SettlementQueueQuery,
      responses: { 200: shapes.QueuedSettlementPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await settlements.queue(grant, query)),
    }),
    route({
      method: 'PATCH',
      path: '/pos/settlements/requests/{id}/status',
      name: 'decideSettlement',
      summary: 'Approve a payout, send it, and record its outcome',
      description:
        'REQUESTED → APPROVED → PROCESSING → PAID → RETURNED; REQUESTED or APPROVED → REJECTED; PROCESSING → FAILED. The person who requested it cannot decide on it.',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.SettlementDecision,
      responses: { 200: shapes.QueuedSettlement },
      problems: [
        'forbidden',
        'mfa_required',
        'merchant_suspended',
        'merchant_unverified',
        'invalid_transition',
        'bank_account_unverified',
        'tracking_key_used',
      ],
      handle: async ({ grant, params, body }) => ok(await settlements.decide(grant, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/pos/settlements/requests/{id}/clabe',
      name: 'readPayoutClabe',
      summary: 'Retrieve the full CLABE of a payout',
      description:
        'Only while it is PROCESSING and may be paid. Each reading is audited. The person who requested the payout cannot read it.',
      tag,
      access: 'platform:operator',
      confirmed: true,
      secret: true,
      limit: 'reprint',
      params: shapes.ById,
      responses: { 200: shapes.PayoutClabe },
      problems: [
        'forbidden',
        'mfa_required',
        'merchant_suspended',
        'merchant_unverified',
        'settlement_not_processing',
        'bank_account_unverified',
      ],
      handle: async ({ grant, params }) => ok(await settlements.readClabe(grant, params.id)),
    }),
  ]
}
