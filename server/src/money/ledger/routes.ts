import { download } from '../../http/download.ts'
import { ok, type Route, route } from '../../http/route.ts'
import { Type } from '../../json-schema.ts'
import { EntriesQuery, StatementQuery, Wallet, WalletEntryPage, WalletQuery } from './schema.ts'
import type { LedgerService } from './service.ts'

export function ledgerRoutes(ledger: LedgerService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/pos/wallet',
      apiKey: 'POS_REPORTS_READ',
      name: 'getWallet',
      summary: 'Retrieve the balance of the merchant’s wallet: available, and held',
      tag: 'money',
      access: 'store:manager',
      store: 'query',
      query: WalletQuery,
      responses: { 200: Wallet },
      handle: async ({ grant }) => ok(await ledger.wallet(grant)),
    }),
    route({
      method: 'GET',
      path: '/pos/wallet/entries',
      apiKey: 'POS_REPORTS_READ',
      apiKeyReads: ['POS_STORES_READ'],
      name: 'listWalletEntries',
      summary: 'List the wallet’s entries with the running balance, newest first',
      tag: 'money',
      access: 'store:manager',
      store: 'query',
      query: EntriesQuery,
      responses: { 200: WalletEntryPage },
      problems: ['invalid_cursor'],
      handle: async ({ grant, query }) => ok(await ledger.entries(grant, query)),
    }),
    route({
      method: 'GET',
      path: '/pos/wallet/entries.csv',
      name: 'exportWalletEntries',
      summary: 'Export the wallet’s statement as CSV, newest first',
      tag: 'money',
      access: 'store:manager',
      store: 'query',
      limit: 'export',
      query: StatementQuery,
      responses: { 200: Type.String() },
      problems: ['export_too_large'],
      handle: async ({ grant, query }) => download(await ledger.statement(grant, query)),
    }),
  ]
}
