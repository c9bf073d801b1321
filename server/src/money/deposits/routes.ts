import { created, ok, type Route, route } from '../../http/route.ts'
import { replayed } from '../../idempotency/once.ts'
import * as shapes from './schema.ts'
import type { DepositsService } from './service.ts'

const tag = 'money'

export function depositsRoutes(deposits: DepositsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/deposits',
      name: 'reportDeposit',
      summary: 'Report a SPEI transfer to be credited to the merchant’s wallet',
      description: 'The wallet is credited once the platform has found the money.',
      tag,
      access: 'store:manager',
      store: 'body',
      idempotent: true,
      body: shapes.DepositReport,
      responses: { 201: shapes.Deposit },
      problems: ['deposit_already_reported', 'idempotency_key_reused'],
      handle: async ({ grant, body, headers }) => {
        const { answer, isReplay } = await deposits.report(grant, body, headers['idempotency-key'])
        return replayed(created(answer, `/pos/deposits/${answer.id}`), isReplay)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/deposits',
      name: 'listDeposits',
      summary: 'List reported deposits, newest first',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.DepositQuery,
      responses: { 200: shapes.DepositPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await deposits.deposits(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/deposits/account',
      name: 'getFundingAccount',
      summary: 'Retrieve the account of the platform to transfer deposits to',
      tag,
      access: 'store:manager',
      store: 'query',
      query: shapes.InStore,
      responses: { 200: shapes.FundingAccount },
      handle: async ({ grant }) => ok(await deposits.account(grant)),
    }),
    route({
      method: 'GET',
      path: '/pos/deposits/ops',
      name: 'listDepositQueue',
      summary: 'List the deposits of all merchants for review, oldest first',
      tag,
      access: 'platform:operator',
      query: shapes.QueueQuery,
      responses: { 200: shapes.QueuedDepositPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await deposits.queue(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/deposits/{id}',
      name: 'getDeposit',
      summary: 'Retrieve a deposit',
      tag,
      access: 'rows',
      params: shapes.ById,
      responses: { 200: shapes.Deposit },
      handle: async ({ grant, params }) => ok(await deposits.deposit(grant, params.id)),
    }),
    route({
      method: 'PATCH',
      path: '/pos/deposits/{id}/review',
      name: 'reviewDeposit',
      summary: 'Credit a deposit to the wallet, or reject it',
      description: 'The decision is final. The person who reported a deposit cannot review it.',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Review,
      responses: { 200: shapes.QueuedDeposit },
      problems: ['forbidden', 'mfa_required', 'invalid_transition', 'tracking_key_credited'],
      handle: async ({ grant, params, body }) => ok(await deposits.review(grant, params.id, body)),
    }),
  ]
}
