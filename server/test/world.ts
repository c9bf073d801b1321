import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import type { Label } from '../src/authorization/access.ts'
import { newApiKeyToken } from '../src/authorization/api-key-token.ts'
import { type KeyScope, keyScopeNames, withIncluded } from '../src/authorization/key-scopes.ts'
import type { StoreRole } from '../src/authorization/matrix.ts'
import { inTransaction } from '../src/database/in-transaction.ts'

/** A person with a session: `token` is what a client sends. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly token: string
}

export interface Member extends Person {
  readonly membershipId: string
  readonly role: StoreRole
  readonly storeId: string
  readonly merchantId: string
}

export interface Merchant {
  readonly id: string
  readonly owner: Person
}

export interface Store {
  readonly id: string
  readonly merchantId: string
  readonly name: string
  readonly code: string
  /** The owner, as manager of the store. */
  readonly manager: Member
}

export type World = ReturnType<typeof worldOf>

/**
 * Argon2 at its least: a password is checked at the cost of its hash, and what a hash of the product costs is the
 * subject of few tests.
 */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Creates test data with the functions of the database that the product itself uses. */
export function worldOf(admin: pg.Pool) {
  const count = { people: 0, merchants: 0, stores: 0 }

  const id = async (text: string, values: readonly unknown[]): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(text, values as unknown[])
    return (rows[0] as { id: string }).id
  }

  /** Calls a function in its own transaction, after a statement that says who calls it; again when it deadlocked. */
  const after = async (
    identity: pg.QueryConfig,
    text: string,
    values: readonly unknown[],
  ): Promise<string> => {
    const client = await admin.connect()
    try {
      return await inTransaction(client, async () => {
        await client.query(identity)
        const { rows } = await client.query<{ id: string }>(text, values as unknown[])
        return (rows[0] as { id: string }).id
      })
    } finally {
      client.release()
    }
  }

  /** Calls a function as a given person. */
  const as = (who: Person, text: string, values: readonly unknown[]) =>
    after({ text: `select set_config('app.account_id', $1, true)`, values: [who.id] }, text, values)

  /** Calls a function that only functions of the owner call: Citus tells it from the superuser. */
  const asOwner = (text: string, values: readonly unknown[]) =>
    after({ text: 'set local role mostrador_owner' }, text, values)

  /**
   * A live session of an account, opened by the function that signing in uses; returns its token. It counts as signed
   * in with a second factor unless `secondFactor` is false, although the account has none enrolled. Dangerous actions
   * are allowed unless `confirmed` is false, for an hour: a busy machine outlasts the product's ten minutes.
   */
  const session = async (
    accountId: string,
    options: { secondFactor?: boolean; confirmed?: boolean } = {},
  ): Promise<string> => {
    const token = randomBytes(32).toString('base64url')
    const tokenHash = createHash('sha256').update(token).digest()
    await admin.query(
      `select identity.open_session(a.id, c.password_hash, $2, c.totp_enabled_at is not null, '127.0.0.1', 'test')
         from identity.accounts a left join identity.credentials c on c.account_id = a.id where a.id = $1`,
      [accountId, tokenHash],
    )
    await admin.query(
      `update identity.sessions set second_factor_at = case when $2 then now() end,
              confirmed_at = now() + case when $3 then interval '50 minutes' else interval '-10 minutes' end
        where token_hash = $1`,
      [tokenHash, options.secondFactor ?? true, options.confirmed ?? true],
    )
    return token
  }

  /** The same person with a new session. */
  const signInAgain = async <P extends Person>(who: P): Promise<P> => ({
    ...who,
    token: await session(who.id),
  })

  /**
   * An account, signed in (with a second factor by default). Without a password it cannot sign in again; a slow one
   * takes as long to check as one that was chosen in the product.
   */
  const person = async (
    options: {
      email?: string
      name?: string
      labels?: readonly Label[]
      password?: string
      isSlow?: boolean
      secondFactor?: boolean
      confirmed?: boolean
    } = {},
  ): Promise<Person> => {
    const no = ++count.people
    const email = options.email ?? `person${no}@example.test`
    const name = options.name ?? `Person ${no}`
    const passwordHash =
      options.password === undefined ? null : await hash(options.password, options.isSlow ? {} : cheap)
    const accountId = await id(
      `with made as materialized (select id from identity.open_account($1, $2))
       insert into identity.credentials (account_id, password_hash, address_proved_at) select id, $3, now() from made returning account_id as id`,
      [email, name, passwordHash],
    )
    for (const label of options.labels ?? [])
      await admin.query('insert into identity.labels (account_id, label) values ($1, $2)', [accountId, label])
    const token = await session(accountId, {
      secondFactor: options.secondFactor ?? true,
      confirmed: options.confirmed ?? true,
    })
    return { id: accountId, email, name, token }
  }

  const operator = () => person({ labels: ['platformOperator'] })
  const platformAdmin = () => person({ labels: ['platformAdmin'] })

  /** A merchant with its owner and an empty wallet, without a store. */
  const merchant = async (options: { name?: string; owner?: Person } = {}): Promise<Merchant> => {
    const owner = options.owner ?? (await person())
    const merchantId = await id(
      `insert into platform.merchants (id, name, owner_id) values (app.uuid_v7(), $1, $2) returning id`,
      [options.name ?? `Comercio ${++count.merchants}`, owner.id],
    )
    await admin.query('select money.open_wallet($1)', [merchantId])
    return { id: merchantId, owner }
  }

  /** A store of a merchant (a new one by default), with its owner as manager. */
  const store = async (of?: Merchant, options: { name?: string; code?: string } = {}): Promise<Store> => {
    const { id: merchantId, owner } = of ?? (await merchant())
    const no = ++count.stores
    const name = options.name ?? `Tienda ${no}`
    const code = options.code ?? `T${no}`
    const storeId = await as(
      owner,
      `select id from shop.create_store($1, $2, $3, null, null, 'America/Mexico_City', 'GENERAL')`,
      [merchantId, name, code],
    )
    const membershipId = await id(
      'select id from shop.memberships where merchant_id = $1 and store_id = $2 and account_id = $3',
      [merchantId, storeId, owner.id],
    )
    const manager = { ...owner, membershipId, role: 'manager', storeId, merchantId } as const
    return { id: storeId, merchantId, name, code, manager }
  }

  /** Opens a shift for a member, as the member does; returns the shift's id. */
  const openShift = async (who: Member, floatCentavos = 50_000): Promise<string> => {
    const client = await admin.connect()
    try {
      await client.query('begin')
      const tokenHash = createHash('sha256').update(who.token).digest()
      await client.query(`select app.authenticate($1, $2, true, 'test')`, [tokenHash, who.storeId])
      const { rows } = await client.query<{ id: string }>(
        'select id from shop.open_shift($1, $2, null, $3)',
        [who.merchantId, who.storeId, floatCentavos],
      )
      await client.query('commit')
      return (rows[0] as { id: string }).id
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  const admit = async (
    to: { id: string; merchantId: string },
    role: StoreRole,
    who: Person,
  ): Promise<Member> => {
    const membershipId = await asOwner('select shop.admit_member($1, $2, $3, $4) as id', [
      to.merchantId,
      to.id,
      who.id,
      role,
    ])
    return { ...who, membershipId, role, storeId: to.id, merchantId: to.merchantId }
  }

  /** A member of a store; the same person may work in several. */
  const member = async (
    to: Pick<Store, 'id' | 'merchantId'>,
    role: StoreRole,
    who?: Person,
  ): Promise<Member> => admit(to, role, who ?? (await person()))

  /** One person of each role: the owner as manager, and two new members. */
  const team = async (of: Store): Promise<Record<StoreRole, Member>> => ({
    manager: of.manager,
    supervisor: await member(of, 'supervisor'),
    cashier: await member(of, 'cashier'),
  })

  /**
   * An API key of a merchant, created by its owner; it makes requests like a person whose token is the key.
   * For the given stores, or for all.
   */
  const apiKey = async (
    of: Pick<Member, 'merchantId'> & Person,
    options: {
      scopes?: readonly KeyScope[]
      storeIds?: readonly string[]
      name?: string
      expiresAt?: Date
    } = {},
  ): Promise<Person> => {
    const { token, prefix, tokenHash } = newApiKeyToken()
    const name = options.name ?? `Program ${prefix}`
    const scopes = withIncluded(options.scopes ?? keyScopeNames)
    const expiresAt = options.expiresAt ?? new Date(Date.now() + 24 * 3_600_000)
    const keyId = await as(of, 'select shop.create_api_key($1, $2, $3, $4, $5, $6, $7) as id', [
      of.merchantId,
      name,
      prefix,
      tokenHash,
      scopes,
      options.storeIds ?? null,
      expiresAt,
    ])
    return { id: keyId, email: '', name, token }
  }

  /** Replaces a member's generated PIN with one that only the member knows. */
  const choosePin = async (
    member: Pick<Member, 'merchantId' | 'membershipId'>,
    pin: string,
  ): Promise<void> => {
    const { merchantId, membershipId } = member
    const { rows } = await admin.query<{ given: string }>(
      `select p.pin_hash as given
         from shop.employees e join shop.employee_pins p on p.merchant_id = e.merchant_id and p.employee_id = e.id
        where e.merchant_id = $1 and e.membership_id = $2`,
      [merchantId, membershipId],
    )
    for (const { given } of rows)
      await admin.query('select shop.choose_pin($1, $2, $3, $4)', [
        merchantId,
        membershipId,
        given,
        await hash(pin, cheap),
      ])
  }

  /** Raises a merchant's daily service limits to the maximum: for tests that sell continuously. */
  const liftLimits = async (merchantId: string): Promise<void> => {
    await admin.query(
      `insert into settings.merchant_settings (merchant_id, key, platform_value, updated_by)
       select m.id, d.key, to_jsonb(d.maximum), m.owner_id
         from platform.merchants m cross join settings.setting_definitions d
        where m.id = $1 and d.key like 'vas.%_day_max_%'`,
      [merchantId],
    )
  }

  /** Puts money into a merchant's wallet. */
  const fund = async (merchantId: string, amountCentavos: number): Promise<void> => {
    await admin.query(
      `select money.post($1, 'deposit', app.uuid_v7(), array['deposits_clearing', 'wallet'], array[-$2::bigint, $2::bigint])`,
      [merchantId, amountCentavos],
    )
  }

  /** Stock that no movement explains, as the nightly check finds it. @returns the level's id */
  const unexplainedStock = (of: Store): Promise<string> =>
    id(
      `with product as (
         insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, tracks_stock)
         values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Arroz', 3000, true) returning *),
       variant as (
         insert into catalog.variants (merchant_id, id, store_id, permission_set, product_id)
         select merchant_id, id, store_id, permission_set, id from product returning *)
       insert into stock.stock_levels (merchant_id, id, store_id, permission_set, on_hand)
       select merchant_id, id, store_id, authz.set_of($1, $2, 'inventory'), 3 from variant returning id`,
      [of.merchantId, of.id],
    )

  /** A webhook of a store for no events. @returns its id */
  const webhook = (of: Store, status: 'ACTIVE' | 'PAUSED' = 'ACTIVE'): Promise<string> =>
    id(
      `insert into events.webhooks (merchant_id, id, store_id, permission_set, url, types, secret_sealed, created_by, status)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'stores'), 'https://example.com/x', '{}', '\\x00', $3, $4)
       returning id`,
      [of.merchantId, of.id, of.manager.id, status],
    )

  /** Where an account works. */
  const membershipsOf = async (
    accountId: string,
  ): Promise<Pick<Member, 'membershipId' | 'role' | 'storeId' | 'merchantId'>[]> => {
    const { rows } = await admin.query(
      `select id as "membershipId", role, store_id as "storeId", merchant_id as "merchantId"
         from shop.memberships where account_id = $1 and ended_at is null order by id`,
      [accountId],
    )
    return rows
  }

  /** Ends a membership, and nothing that comes with it in the product. */
  const endMembership = async (membershipId: string): Promise<void> => {
    await admin.query('select shop.write_end(merchant_id, id) from shop.memberships where id = $1', [
      membershipId,
    ])
  }

  /** Gives a member another role, and nothing that comes with it in the product. */
  const giveRole = async (
    { merchantId, membershipId }: Pick<Member, 'merchantId' | 'membershipId'>,
    role: StoreRole,
  ): Promise<void> => {
    await admin.query('select shop.write_role($1, $2, $3)', [merchantId, membershipId, role])
  }

  const block = async (accountId: string): Promise<void> => {
    await admin.query(`select identity.set_status($1, 'BLOCKED')`, [accountId])
  }

  /** Removes every label, as if revoked. */
  const loseLabels = async (accountId: string): Promise<void> => {
    await admin.query('delete from identity.labels where account_id = $1', [accountId])
  }

  /** Gives an account a label directly, bypassing the product's checks. */
  const giveLabel = async (accountId: string, label: Label): Promise<void> => {
    await admin.query('insert into identity.labels (account_id, label) values ($1, $2)', [accountId, label])
  }

  /** A person who leaves the store for the platform: earlier entries stay theirs. */
  const joinPlatform = async (member: Member, label: Label = 'platformOperator'): Promise<void> => {
    await endMembership(member.membershipId)
    await giveLabel(member.id, label)
  }

  return {
    session,
    signInAgain,
    giveLabel,
    joinPlatform,
    person,
    apiKey,
    membershipsOf,
    endMembership,
    giveRole,
    block,
    loseLabels,
    operator,
    platformAdmin,
    merchant,
    store,
    member,
    team,
    openShift,
    fund,
    unexplainedStock,
    webhook,
    choosePin,
    liftLimits,
  }
}
