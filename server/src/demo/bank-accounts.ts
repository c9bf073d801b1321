import type pg from 'pg'

/** Seals a CLABE for the product that will run on this database. */
export type SealBankAccount = (
  clabe: string,
  merchantId: string,
) => Promise<{
  readonly id: string
  readonly bankCode: string
  readonly lastFour: string
  readonly fingerprint: Buffer
  readonly sealed: Buffer
  readonly sealedKey: Buffer
}>

/** Adds the owner's account of a merchant, as the account that the transaction acts for; returns its id. */
export async function seedBankAccount(
  client: pg.Client,
  at: { readonly merchantId: string; readonly storeId: string },
  holder: string,
  account: Awaited<ReturnType<SealBankAccount>>,
): Promise<string> {
  await client.query(
    `select set_config('app.updatable', '{' || authz.set_of($1, $2, 'stores') || '}', true)`,
    [at.merchantId, at.storeId],
  )
  const { rows } = await client.query(
    'select (account).id from platform.add_bank_account($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      at.merchantId,
      at.storeId,
      account.id,
      holder,
      account.bankCode,
      account.lastFour,
      account.fingerprint,
      account.sealed,
      account.sealedKey,
    ],
  )
  return rows[0].id
}

/** As an operator: confirms the business and the account, which verifies the merchant. */
export async function verifyMerchant(
  client: pg.Client,
  merchantId: string,
  accountId: string,
): Promise<void> {
  await client.query('select platform.confirm_business($1, $2)', [
    merchantId,
    'Acta y comprobante de la demo',
  ])
  await client.query(`select platform.decide_bank_account($1, 'VERIFIED', 'Depósito de prueba recibido')`, [
    accountId,
  ])
  await client.query('select platform.resync_verification($1)', [merchantId])
}
