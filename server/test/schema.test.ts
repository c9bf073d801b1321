import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unsafeThings } from '../src/database/safety.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'

let base: TestDatabase
let client: pg.Client
beforeAll(async () => {
  base = await cloneDatabase()
  client = new pg.Client({ connectionString: base.adminUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await base.close()
})

test('a migrated database is safe for both login roles to serve from', async () => {
  for (const connectionString of [base.apiUrl, base.workerUrl]) {
    const login = new pg.Client({ connectionString })
    await login.connect()
    expect(await unsafeThings(login)).toEqual([])
    await login.end()
  }
})

/** Breaks something, looks at it as the API would, and takes it back. */
async function faultsAfter(breakage: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(breakage)
    await client.query('set local session authorization mostrador_api')
    return await unsafeThings(client)
  } finally {
    await client.query('rollback')
  }
}

const tenant = `create table pos.gadgets (merchant_id uuid not null, id uuid not null, permission_set int not null,
                  primary key (merchant_id, id));`
const forced =
  'alter table pos.gadgets enable row level security; alter table pos.gadgets force row level security;'
const readable = 'grant select on pos.gadgets to mostrador_api;'
const policy =
  'create policy g on pos.gadgets for select to mostrador_api using (permission_set = any (app.readable_sets()));'
const unpinned = `create function app.f() returns int language sql security definer return 1;
                  revoke execute on function app.f() from public;`

describe('the server does not serve from a database where', () => {
  test.each<[string, string, string[]]>([
    [
      'a table that it reads has no row-level security',
      tenant + readable,
      [
        'pos.gadgets has no forced row-level security',
        'mostrador_api may SELECT pos.gadgets without a policy',
      ],
    ],
    [
      'row-level security was switched off',
      'alter table pos.products disable row level security',
      ['pos.products has no forced row-level security'],
    ],
    [
      'its owner would be let past',
      'alter table identity.memberships no force row level security',
      ['identity.memberships has no forced row-level security'],
    ],
    [
      'a policy is missing',
      'drop policy product_delete on pos.products',
      ['mostrador_api may DELETE pos.products without a policy'],
    ],
    [
      'a column may be written that no policy is about',
      `${tenant + forced + readable + policy} grant update (id) on pos.gadgets to mostrador_worker;`,
      [
        'mostrador_worker may UPDATE pos.gadgets without a policy',
        'mostrador_worker may update pos.gadgets.id',
      ],
    ],
    [
      'a policy is for everybody',
      `${tenant + forced} create policy g on pos.gadgets using (true)`,
      ['policy g on pos.gadgets is for everybody'],
    ],
    [
      'a policy shows the API every row',
      'create policy wide on pos.products for select to mostrador_api using (true)',
      ['policy wide on pos.products shows every row to mostrador_api'],
    ],
    [
      'rows could be moved between stores',
      'grant update (store_id) on pos.products to mostrador_api',
      ['mostrador_api may update pos.products.store_id'],
    ],
    [
      'a key tells across merchants what exists',
      'create unique index products_sku on pos.products (sku)',
      ['products_sku on pos.products does not begin with merchant_id'],
    ],
    [
      'a foreign key reaches into another merchant',
      `create unique index on pos.products (id);
       alter table pos.terminals add column product_id uuid references pos.products (id)`,
      [
        'products_id_idx on pos.products does not begin with merchant_id',
        'terminals_product_id_fkey on pos.terminals refers across merchants',
      ],
    ],
    [
      'a table may be emptied',
      'grant truncate on pos.products to mostrador_api',
      ['mostrador_api holds TRUNCATE on pos.products'],
    ],
    [
      'a trigger may be put on a table',
      'grant trigger, references (id) on pos.products to mostrador_worker',
      ['mostrador_worker holds TRIGGER on pos.products', 'mostrador_worker holds REFERENCES on pos.products'],
    ],
    [
      'everybody holds a grant',
      'grant insert on authz.role_sets to public',
      ['everybody holds INSERT on authz.role_sets', 'authz.role_sets has no forced row-level security'],
    ],
    [
      'a view looks with its owner’s eyes',
      'create view pos.everything as select * from pos.products; grant select on pos.everything to mostrador_api',
      ['pos.everything is reached past row-level security'],
    ],
    [
      'a function runs as its owner without a file that says so',
      `${unpinned} alter function app.f() set search_path = pg_catalog, pg_temp`,
      ['app.f() runs as its owner and no file declares it'],
    ],
    [
      'a function runs as its owner on any search path',
      'alter function authz.set_of(uuid, uuid, text, uuid) reset search_path',
      ['authz.set_of(uuid,uuid,text,uuid) runs as its owner without a pinned search_path'],
    ],
    [
      'everybody may call a function of ours',
      'grant execute on function authz.create_sets(uuid, uuid, uuid) to public',
      ['authz.create_sets(uuid,uuid,uuid) can be called by everybody'],
    ],
    [
      'a login role bypasses row-level security',
      'alter role mostrador_api bypassrls',
      ['login role mostrador_api has powers beyond its grants'],
    ],
    [
      'a login role may become the owner',
      'grant mostrador_owner to mostrador_worker',
      ['login role mostrador_worker is a member of mostrador_owner'],
    ],
    [
      'a login role owns something',
      'create table pos.own (id int); alter table pos.own owner to mostrador_api',
      ['login role mostrador_api owns 1 objects'],
    ],
    [
      'a login role may create tables',
      'grant create on schema pos to mostrador_api',
      ['login role mostrador_api may create in schema pos'],
    ],
    ['the owner can log in', 'alter role mostrador_owner login', ['mostrador_owner can log in']],
  ])('%s', async (_title, breakage, faults) => {
    expect(await faultsAfter(breakage)).toEqual(expect.arrayContaining(faults))
  })
})

test('a connection with a superuser’s login is not served from', async () => {
  expect(await unsafeThings(client)).toContain('login role postgres has powers beyond its grants')
})

test('every policy reads the caller’s sets once a query, and not once a row', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s on %s.%s', policyname, schemaname, tablename) as name from pg_policies
      where concat(qual, with_check) ~ '_sets\\(\\)' and concat(qual, with_check) !~ 'SELECT app\\.\\w+_sets\\(\\)'`,
  )
  expect(rows).toEqual([])
})

test('the functions that run as their owner are these', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname not like 'pg\\_%' order by 1`,
  )
  // Each runs past row-level security, so each was looked at: a new one is added here by whoever reviewed it.
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [
      'app.authenticate',
      'app.authenticate_guest',
      'authz.set_of',
      'identity.accept_invite',
      'identity.account_of',
      'identity.begin_confirmation',
      'identity.begin_sign_in',
      'identity.begin_totp',
      'identity.change_password',
      'identity.change_role',
      'identity.confirm_session',
      'identity.confirm_totp',
      'identity.contacts',
      'identity.create_invite',
      'identity.disable_totp',
      'identity.end_membership',
      'identity.forget_attempts',
      'identity.grant_label',
      'identity.invite_of',
      'identity.label_holders',
      'identity.make_first_admin',
      'identity.mint_setup_link',
      'identity.names_seen',
      'identity.open_session',
      'identity.refuse_sign_in',
      'identity.return_attempts',
      'identity.revoke_invite',
      'identity.revoke_label',
      'identity.set_account_status',
      'identity.setup_needed',
      'identity.sign_out',
      'identity.touch_session',
      'identity.use_recovery_code',
      'identity.use_totp_step',
      'ledger.imbalances',
      'ledger.report_deposit',
      'ledger.review_deposit',
      'platform.add_audit_seal',
      'platform.add_psp_credentials',
      'platform.add_webhook',
      'platform.admin_assignments_seen',
      'platform.assign_admin',
      'platform.assist_terminal',
      'platform.assistance_of',
      'platform.attest_verification',
      'platform.audit',
      'platform.audit_never_sealed',
      'platform.audit_seals_after',
      'platform.begin_audit_seal',
      'platform.change_owner',
      'platform.change_psp_credentials',
      'platform.change_webhook',
      'platform.claim_deliveries',
      'platform.claim_key',
      'platform.close_merchant',
      'platform.confirm_business',
      'platform.create_merchant',
      'platform.decide_given_up',
      'platform.delete_webhook',
      'platform.end_worker_lease',
      'platform.fan_out_webhooks',
      'platform.gift_cards',
      'platform.hold_worker_lease',
      'platform.invite_manager',
      'platform.gauges',
      'platform.keep_answer',
      'platform.last_audit_seal',
      'platform.may_still_roll_up',
      'platform.merchants_after',
      'platform.chip_incidents_seen',
      'platform.close_chip_incident',
      'platform.merchants_summary',
      'platform.note_given_up',
      'platform.operating_facts',
      'platform.order_events',
      'platform.own_settings',
      'platform.prune_events',
      'platform.put_merchant_setting',
      'platform.put_own_setting',
      'platform.put_setting',
      'platform.recompute_verification',
      'platform.record_attempt',
      'platform.renew_worker_lease',
      'platform.resend_delivery',
      'platform.resend_invite',
      'platform.resync_verification',
      'platform.revoke_verification',
      'platform.roll_up',
      'platform.rotate_webhook_secret',
      'platform.sales_summary',
      'platform.set_merchant_status',
      'platform.stalled_work',
      'platform.stalled_work_seen',
      'platform.take_over_work',
      'platform.unassign_admin',
      'platform.unlock_verification',
      'platform.unsealed_audit',
      'platform.vas_summary',
      'pos.activate_chip',
      'pos.add_bank_account',
      'pos.accept_offline_sale',
      'pos.add_cart_line',
      'pos.add_cash_movement',
      'pos.add_chips',
      'pos.add_discount',
      'pos.adjust_stock',
      'pos.adopt_terminal',
      'pos.ask_approval',
      'pos.assume_chip_import',
      'pos.begin_terminal_sign_in',
      'pos.bind_chips',
      'pos.cancel_approval',
      'pos.cancel_count',
      'pos.cancel_settlement',
      'pos.change_cart',
      'pos.change_cart_line',
      'pos.change_theme',
      'pos.check_employee',
      'pos.chip_import_progress',
      'pos.chip_import_run',
      'pos.choose_pin_at_terminal',
      'pos.close_count',
      'pos.close_shift',
      'pos.create_store',
      'pos.decide_approval',
      'pos.decide_bank_account',
      'pos.decide_settlement',
      'pos.disable_terminal',
      'pos.discard_offline_sale',
      'pos.enable_terminal',
      'pos.end_transfer',
      'pos.expire_bank_accounts',
      'pos.finalize_cart',
      'pos.finish_chip_import',
      'pos.keep_prices',
      'pos.known_iccids',
      'pos.measure_catalog',
      'pos.mint_pin',
      'pos.move_cart',
      'pos.note_chip_import',
      'pos.open_cart',
      'pos.open_chip_import',
      'pos.open_count',
      'pos.open_enabling',
      'pos.open_shift',
      'pos.open_terminal_session',
      'pos.read_payout_clabe',
      'pos.receive_goods',
      'pos.receive_offline_sale',
      'pos.record_count',
      'pos.note_shared_iccids',
      'pos.record_product_import',
      'pos.refund_order',
      'pos.remove_cart_line',
      'pos.remove_discount',
      'pos.reprint_receipt',
      'pos.request_settlement',
      'pos.send_transfer',
      'pos.set_reorder_points',
      'pos.sister_stores',
      'pos.settle_code_check',
      'pos.settle_terminal',
      'pos.stage_chip_import',
      'pos.stock_faults',
      'pos.roll_up_day',
      'pos.roll_up_store',
      'pos.stores_after',
      'pos.take_file_storage',
      'pos.stop_old_chip_imports',
      'pos.terminal_known',
      'pos.unlock_employee',
      'vas.book_late_completion',
      'vas.claim_due',
      'vas.claim_one',
      'vas.day_of_sales',
      'vas.decide_review',
      'vas.erase_credentials',
      'vas.forget_quotes',
      'vas.heed_list',
      'vas.keep_pin',
      'vas.lists_to_read',
      'vas.note_list_read',
      'vas.open_sale',
      'vas.reprint_pin',
      'vas.review_queue',
      'vas.resume_connection',
      'vas.set_terms',
      'vas.show_pin',
      'vas.sync_catalog',
      'vas.transition',
      'vas.wake',
    ].sort(),
  )
})
