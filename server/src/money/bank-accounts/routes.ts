import { created, ok, type Route, route } from '../../http/route.ts'
import * as shapes from './schema.ts'
import type { BankAccountsService } from './service.ts'

const tag = 'money'

export function bankAccountsRoutes(accounts: BankAccountsService): Route[] {
  return [
    route({
      method: 'POST',
      path: '/pos/settlements/bank-account',
      name: 'addBankAccount',
      summary: 'Give a bank account that the merchant is to be paid to',
      description:
        'The CLABE is kept sealed, and no answer ever holds it. The same account again is answered with 200; another CLABE is another account. It waits for the platform’s word.',
      tag,
      access: 'store:manager',
      confirmed: true,
      store: 'body',
      body: shapes.NewBankAccount,
      responses: { 200: shapes.BankAccount, 201: shapes.BankAccount },
      problems: ['duplicate_value', 'verification_locked', 'bank_accounts_pending'],
      handle: async ({ grant, body }) => {
        const { account, isNew } = await accounts.add(grant, body)
        return isNew ? created(account) : ok(account)
      },
    }),
    route({
      method: 'GET',
      path: '/pos/settlements/bank-account',
      name: 'listBankAccounts',
      summary: 'The merchant’s bank accounts, newest first',
      tag,
      access: 'rows',
      store: 'query',
      query: shapes.BankAccountQuery,
      responses: { 200: shapes.BankAccountPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await accounts.bankAccounts(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/settlements/ops/bank-accounts',
      name: 'listBankAccountQueue',
      summary: 'Bank accounts of all merchants for verification, the oldest first',
      tag,
      access: 'platform:operator',
      query: shapes.QueueQuery,
      responses: { 200: shapes.QueuedBankAccountPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await accounts.queue(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/settlements/bank-account/admin',
      name: 'listMerchantBankAccounts',
      summary: 'The bank accounts of one merchant, the oldest first',
      tag,
      access: 'platform:operator',
      query: shapes.OfMerchant,
      responses: { 200: shapes.QueuedBankAccountPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await accounts.ofMerchant(grant, query)),
    }),
    route({
      method: 'PATCH',
      path: '/pos/settlements/bank-account/{id}/verification',
      name: 'decideBankAccount',
      summary: 'Verify a bank account, or reject it',
      description:
        'A verified account is good for twelve months. The fifth rejection locks the merchant’s verification. Whoever gave an account cannot decide about it.',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: shapes.ById,
      body: shapes.Decision,
      responses: { 200: shapes.QueuedBankAccount },
      problems: [
        'forbidden',
        'mfa_required',
        'already_verified',
        'invalid_transition',
        'verification_locked',
        'duplicate_value',
      ],
      handle: async ({ grant, params, body }) => ok(await accounts.decide(grant, params.id, body)),
    }),
  ]
}
