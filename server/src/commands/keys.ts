import { randomBytes } from 'node:crypto'
import { createKeyring, keyContext } from '../adapters/keys/keyring.ts'
import { keysOf, parseConfig } from '../config.ts'
import { rotateKeys, type SealedColumn } from '../database/rotate-keys.ts'
import { sealedForMail } from '../identity/mails/service.ts'
import { readArguments } from './arguments.ts'

/** Everything sealed under the key-encryption key. For an envelope only its data key is sealed again. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'identity.credentials', id: 'account_id', column: 'totp_secret', contextOf: (id) => `totp:${id}` },
  { table: 'identity.mails', id: 'id', column: 'token_sealed', contextOf: sealedForMail },
  {
    table: 'platform.psp_credentials',
    id: 'id',
    column: 'secret_sealed',
    contextOf: (id) => `psp secret:${id}`,
  },
  {
    table: 'platform.psp_credentials',
    id: 'id',
    column: 'webhook_sealed',
    contextOf: (id) => `psp webhook:${id}`,
  },
  { table: 'stock.chip_codes', id: 'chip_id', column: 'pin_sealed', contextOf: (id) => `chip pin:${id}` },
  { table: 'stock.chip_codes', id: 'chip_id', column: 'puk_sealed', contextOf: (id) => `chip puk:${id}` },
  {
    table: 'stock.chip_import_runs',
    id: 'id',
    column: 'file_sealed',
    contextOf: (id) => `chip file:${id}`,
  },
  { table: 'events.webhooks', id: 'id', column: 'secret_sealed', contextOf: (id) => `webhook:${id}` },
  { table: 'events.webhooks', id: 'id', column: 'old_secret_sealed', contextOf: (id) => `webhook:${id}` },
  { table: 'events.webhooks', id: 'id', column: 'older_secret_sealed', contextOf: (id) => `webhook:${id}` },
  {
    table: 'money.bank_accounts',
    id: 'id',
    column: 'sealed_key',
    contextOf: (id) => keyContext(`bank account:${id}`),
  },
  {
    table: 'shop.connections',
    id: 'id',
    column: 'sealed_key',
    contextOf: (id) => keyContext(`connection:${id}`),
  },
  {
    table: 'vas.sale_pins',
    id: 'sale_id',
    column: 'sealed_key',
    contextOf: (id) => keyContext(`pin:${id}`),
  },
]

export const usage = `Usage: mostrador keys new | rotate

  new     prints a new key
  rotate  seals everything again with MOSTRADOR_KEY; the keys until now are in MOSTRADOR_OLD_KEYS. Needs DATABASE_ADMIN_URL`

/** `mostrador keys new` prints a new key; `mostrador keys rotate`: see docs/keys.md. Exits 1 while values remain under an unknown key. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const action = readArguments(args, usage, { allowPositionals: true }, ({ positionals }) =>
    (['new', 'rotate'] as const).find((each) => each === positionals.join(' ')),
  )
  if (action === 'new') return console.log(randomBytes(32).toString('base64'))
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL', 'MOSTRADOR_KEY'])
  const reports = await rotateKeys(config.adminUrl ?? '', sealedColumns, createKeyring(keysOf(config)))
  for (const { column, resealed, unopened } of reports) {
    console.log(`${column}: ${resealed} re-encrypted${unopened > 0 ? `, ${unopened} cannot be opened` : ''}`)
  }
  if (reports.some(({ unopened }) => unopened > 0)) {
    console.error(
      'Some values were sealed with a key that is neither MOSTRADOR_KEY nor in MOSTRADOR_OLD_KEYS.',
    )
    process.exitCode = 1
  } else console.log('Everything is sealed with MOSTRADOR_KEY; MOSTRADOR_OLD_KEYS can be emptied.')
}
