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
      summary: 'Add a bank account for payouts to the merchant',
      description:
        'The CLABE is stored sealed and never returned. Sending the same account again returns it with 200; another CLABE is another account. The account waits for verification by the platform.',
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
      summary: 'List the merchant’s bank accounts, newest first',
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
      summary: 'List the bank accounts of all merchants for verification, oldest first',
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
      summary: 'List the bank accounts of one merchant, oldest first',
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
      summary: 'Verify or reject a bank account',
      description:
        'A verification is valid for twelve months. The fifth rejection locks the merchant’s verification. The person who added an account cannot decide on it.',
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
      ],
      handle: async ({ grant, params, body }) => ok(await accounts.decide(grant, params.id, body)),
    }),
  ]
}
