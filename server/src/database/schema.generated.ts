// Generated from the migrated database by `npm run generate`.
import type { Centavos } from '../amounts/centavos.ts'
import type { Json } from './column-types.ts'

export interface Tables {
  'app.deletions': {
    readonly deleted_at: Date
    readonly id: string
    readonly merchant_id: string
    readonly noun: string
    readonly parent_id: string | null
    readonly permission_set: number
    readonly store_id: string
  }
  'app.idempotency_keys': {
    readonly account_id: string
    readonly body: string | null
    readonly created_at: Date
    readonly fingerprint: Buffer
    readonly key: string
    readonly locked_until: Date
    readonly merchant_id: string
    readonly resource_id: string | null
    readonly route: string
    readonly status: number | null
  }
  'app.nightly_checks': {
    readonly checked_at: Date
    readonly day: string
    readonly faults: number
    readonly job: string
  }
  'app.workers': {
    readonly id: string
    readonly lease_ms: number
    readonly leased_until: Date
    readonly node: string
    readonly started_at: Date
  }
  'audit.installation': {
    readonly id: string
    readonly is_only: boolean
  }
  'audit.journal_files': {
    readonly has_all: boolean
    readonly head: string
    readonly line_count: number
    readonly name: string
  }
  'audit.log': {
    readonly action: string
    readonly after: Json | null
    readonly at: Date
    readonly before: Json | null
    readonly entity: string
    readonly entity_id: string | null
    readonly id: string
    readonly merchant_id: string
    readonly permission_set: number | null
    readonly request_id: string | null
    readonly store_id: string | null
    readonly user_id: string | null
  }
  'audit.seals': {
    readonly at: Date
    readonly audit_ids: string[]
    readonly leaves: Buffer[]
    readonly made_between: string
    readonly no: bigint
    readonly previous: Buffer
    readonly public_key: Buffer
    readonly root: Buffer
    readonly signature: Buffer
    readonly through_ms: bigint
  }
  'audit.unjournaled': {
    readonly audit_id: string
    readonly event: Json
    readonly merchant_id: string
    readonly recorded_at: Date
  }
  'authz.callers': {
    readonly account_id: string
    readonly email: string | null
    readonly kind: string
    readonly name: string
    readonly status: string
  }
  'authz.matrix': {
    readonly domain: string
    readonly domain_no: number
    readonly own_verbs: string[]
    readonly role: string
    readonly verbs: string[]
  }
  'authz.permission_sets': {
    readonly domain: string
    readonly id: number
    readonly may_create: string[]
    readonly may_delete: string[]
    readonly may_read: string[]
    readonly may_update: string[]
    readonly membership_id: string | null
    readonly merchant_id: string
    readonly store_id: string | null
  }
  'authz.role_sets': {
    readonly creatable: number[]
    readonly deletable: number[]
    readonly readable: number[]
    readonly role: string
    readonly updatable: number[]
  }
  'authz.scopes': {
    readonly domain_no: number
    readonly scope: string
    readonly verb: string
  }
  'authz.standings': {
    readonly account_id: string
    readonly is_owner: boolean
    readonly membership_id: string
    readonly merchant_id: string
    readonly merchant_status: string
    readonly role: string
    readonly store_id: string
  }
  'authz.till_domains': {
    readonly domain_no: number
  }
  'catalog.barcodes': {
    readonly code: string
    readonly code_key: string
    readonly created_at: Date
    readonly id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly store_id: string
    readonly updated_at: Date
    readonly variant_id: string
  }
  'catalog.categories': {
    readonly color: string | null
    readonly created_at: Date
    readonly id: string
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly parent_id: string | null
    readonly permission_set: number
    readonly picture: string | null
    readonly position: number
    readonly search_text: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'catalog.file_storage': {
    readonly merchant_id: string
    readonly used_bytes: bigint
  }
  'catalog.files': {
    readonly content: Buffer
    readonly content_hash: Buffer
    readonly content_type: string
    readonly created_at: Date
    readonly height: number
    readonly id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly purpose: string
    readonly store_id: string | null
    readonly uploaded_by: string
    readonly width: number
  }
  'catalog.merchant_themes': {
    readonly colors: Json
    readonly dark_mode: string
    readonly id: string
    readonly logo_file_id: string | null
    readonly merchant_id: string
    readonly permission_set: number
    readonly typography: string
    readonly updated_at: Date
  }
  'catalog.past_prices': {
    readonly id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly price_centavos: Centavos
    readonly store_id: string
    readonly superseded_at: Date
    readonly variant_id: string
  }
  'catalog.product_imports': {
    readonly created_count: number
    readonly file_hash: Buffer
    readonly file_name: string
    readonly id: string
    readonly imported_at: Date
    readonly imported_by: string
    readonly merchant_id: string
    readonly mode: string
    readonly permission_set: number
    readonly row_count: number
    readonly store_id: string
    readonly updated_count: number
  }
  'catalog.products': {
    readonly category_id: string | null
    readonly cost_centavos: Centavos | null
    readonly created_at: Date
    readonly description: string | null
    readonly id: string
    readonly is_active: boolean
    readonly is_price_open: boolean
    readonly is_tax_included: boolean
    readonly kind: string
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly permission_set: number
    readonly picture: string | null
    readonly price_centavos: Centavos
    readonly search_text: string
    readonly sku: string | null
    readonly store_id: string
    readonly tax_rate_id: string | null
    readonly tracks_stock: boolean
    readonly unit: string
    readonly updated_at: Date
  }
  'catalog.tax_rate_templates': {
    readonly code: string
    readonly is_exempt: boolean
    readonly name: string
    readonly position: number
    readonly rate_bps: number
  }
  'catalog.tax_rates': {
    readonly created_at: Date
    readonly id: string
    readonly is_default: boolean
    readonly is_exempt: boolean
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly permission_set: number
    readonly rate_bps: number
    readonly store_id: string
    readonly template_code: string | null
    readonly updated_at: Date
  }
  'catalog.variants': {
    readonly cost_centavos: Centavos | null
    readonly created_at: Date
    readonly id: string
    readonly is_active: boolean
    readonly merchant_id: string
    readonly name: string | null
    readonly permission_set: number
    readonly position: number
    readonly price_centavos: Centavos | null
    readonly product_id: string
    readonly search_text: string
    readonly sku: string | null
    readonly store_id: string
    readonly updated_at: Date
  }
  'events.events': {
    readonly at: Date
    readonly id: string
    readonly merchant_id: string
    readonly payload: Json
    readonly permission_set: number | null
    readonly position: bigint | null
    readonly store_id: string | null
    readonly type: string
  }
  'events.head': {
    readonly given: bigint
    readonly only_row: boolean
    readonly position: bigint
  }
  'events.webhook_attempts': {
    readonly at: Date
    readonly delivery_id: string
    readonly duration_ms: number
    readonly error: string | null
    readonly merchant_id: string
    readonly no: number
    readonly permission_set: number
    readonly status: number | null
  }
  'events.webhook_deliveries': {
    readonly created_at: Date
    readonly event_id: string
    readonly fence: number
    readonly finished_at: Date | null
    readonly id: string
    readonly leased_until: Date | null
    readonly merchant_id: string
    readonly next_attempt_at: Date | null
    readonly permission_set: number
    readonly status: string
    readonly tries: number
    readonly webhook_id: string
  }
  'events.webhooks': {
    readonly answerable_id: string | null
    readonly created_at: Date
    readonly created_by: string
    readonly description: string | null
    readonly disabled_reason: string | null
    readonly failing_since: Date | null
    readonly id: string
    readonly last_failed_at: Date | null
    readonly merchant_id: string
    readonly old_secret_sealed: Buffer | null
    readonly old_secret_until: Date | null
    readonly older_secret_sealed: Buffer | null
    readonly older_secret_until: Date | null
    readonly paused_reason: string | null
    readonly permission_set: number
    readonly secret_sealed: Buffer
    readonly status: string
    readonly store_id: string | null
    readonly types: string[]
    readonly updated_at: Date
    readonly url: string
  }
  'identity.accounts': {
    readonly created_at: Date
    readonly email: string | null
    readonly id: string
    readonly kind: string
    readonly name: string
    readonly status: string
  }
  'identity.credentials': {
    readonly account_id: string
    readonly address_proved_at: Date | null
    readonly password_changed_at: Date
    readonly password_hash: string | null
    readonly totp_enabled_at: Date | null
    readonly totp_last_step: bigint | null
    readonly totp_secret: Buffer | null
  }
  'identity.labels': {
    readonly account_id: string
    readonly granted_at: Date
    readonly granted_by: string | null
    readonly label: string
  }
  'identity.mails': {
    readonly created_at: Date
    readonly facts: Json
    readonly id: string
    readonly kind: string
    readonly language: string
    readonly status: string
    readonly to_address: string
    readonly token_hash: Buffer | null
    readonly token_sealed: Buffer | null
  }
  'identity.password_resets': {
    readonly account_id: string
    readonly created_at: Date
    readonly ended_at: Date | null
    readonly expires_at: Date
    readonly issued_by: string | null
    readonly token_hash: Buffer
    readonly used_at: Date | null
  }
  'identity.recovery_codes': {
    readonly account_id: string
    readonly code_hash: Buffer
    readonly used_at: Date | null
  }
  'identity.second_factor_resets': {
    readonly account_id: string
    readonly cancelled_at: Date | null
    readonly created_at: Date
    readonly done_at: Date | null
    readonly id: string
    readonly reason: string
    readonly requested_by: string
    readonly takes_effect_at: Date
    readonly token_hash: Buffer
  }
  'identity.sessions': {
    readonly account_id: string
    readonly address: string | null
    readonly confirmed_at: Date | null
    readonly created_at: Date
    readonly ended_at: Date | null
    readonly ended_reason: string | null
    readonly expires_at: Date
    readonly id: string
    readonly idle_until: Date
    readonly last_seen_at: Date
    readonly membership_id: string | null
    readonly merchant_id: string | null
    readonly second_factor_at: Date | null
    readonly terminal_id: string | null
    readonly token_hash: Buffer
    readonly user_agent: string | null
  }
  'identity.setup_links': {
    readonly account_id: string | null
    readonly created_at: Date
    readonly token_hash: Buffer
    readonly used_at: Date | null
  }
  'identity.sign_in_attempts': {
    readonly blocked_until: Date | null
    readonly failures: number
    readonly first_failed_at: Date
    readonly last_failed_at: Date
    readonly subject: string
  }
  'money.bank_accounts': {
    readonly added_at: Date
    readonly added_by: string
    readonly bank_code: string
    readonly clabe_last_four: string
    readonly decided_at: Date | null
    readonly decided_by: string | null
    readonly expires_at: Date | null
    readonly fingerprint: Buffer
    readonly holder: string
    readonly id: string
    readonly is_attested: boolean
    readonly merchant_id: string
    readonly permission_set: number
    readonly reason: string | null
    readonly sealed: Buffer
    readonly sealed_key: Buffer
    readonly status: string
    readonly verified_at: Date | null
  }
  'money.deposits': {
    readonly amount_centavos: Centavos
    readonly bank: string | null
    readonly id: string
    readonly merchant_id: string
    readonly note: string | null
    readonly paid_on: string
    readonly permission_set: number
    readonly proof: string | null
    readonly reported_at: Date
    readonly reported_by: string
    readonly review_reason: string | null
    readonly reviewed_at: Date | null
    readonly reviewed_by: string | null
    readonly status: string
    readonly store_id: string
    readonly tracking_key: string
  }
  'money.entries': {
    readonly account: string
    readonly amount_centavos: Centavos
    readonly balance_after_centavos: Centavos | null
    readonly entry_no: bigint | null
    readonly line: number
    readonly merchant_id: string
    readonly permission_set: number
    readonly posted_at: Date
    readonly posting_id: string
  }
  'money.postings': {
    readonly account_id: string | null
    readonly id: string
    readonly kind: string
    readonly memo: string | null
    readonly merchant_id: string
    readonly permission_set: number
    readonly posted_at: Date
    readonly reference: string
  }
  'money.settlements': {
    readonly amount_centavos: Centavos
    readonly approved_at: Date | null
    readonly approved_by: string | null
    readonly bank_account_id: string
    readonly id: string
    readonly merchant_id: string
    readonly paid_at: Date | null
    readonly permission_set: number
    readonly requested_at: Date
    readonly requested_by: string
    readonly status: string
    readonly status_reason: string | null
    readonly store_id: string
    readonly tracking_key: string | null
    readonly updated_at: Date
    readonly updated_by: string
  }
  'money.used_transfers': {
    readonly id: string
    readonly kind: string
    readonly merchant_id: string
    readonly tracking_key: string
    readonly used_at: Date
  }
  'money.wallets': {
    readonly available_centavos: Centavos
    readonly created_at: Date
    readonly held_centavos: Centavos
    readonly last_entry_no: bigint
    readonly merchant_id: string
    readonly permission_set: number
  }
  'platform.admin_assignments': {
    readonly account_id: string
    readonly assigned_at: Date
    readonly assigned_by: string
    readonly merchant_id: string
  }
  'platform.given_up_work': {
    readonly attempts: number
    readonly decided_at: Date | null
    readonly decided_by: string | null
    readonly first_failed_at: Date
    readonly gave_up_at: Date
    readonly id: string
    readonly input: Json | null
    readonly last_error: string
    readonly merchant_id: string | null
    readonly name: string
    readonly queue: string
    readonly reason: string | null
    readonly retry_workflow_id: string | null
    readonly status: string
    readonly workflow_id: string
  }
  'platform.merchant_moves': {
    readonly attempts: number
    readonly ended_at: Date | null
    readonly from_place: string
    readonly id: string
    readonly merchant_id: string
    readonly started_at: Date
    readonly status: string
    readonly to_place: string
    readonly tried_at: Date
  }
  'platform.merchants': {
    readonly created_at: Date
    readonly currency: string
    readonly database_id: string
    readonly id: string
    readonly is_verified: boolean
    readonly name: string
    readonly owner_id: string
    readonly project_id: string | null
    readonly rfc: string | null
    readonly sponsor_id: string | null
    readonly status: string
    readonly status_reason: string | null
    readonly time_zone: string
    readonly trade_name: string | null
    readonly updated_at: Date
    readonly verification_status: string
  }
  'platform.places': {
    readonly created_at: Date
    readonly down_at: Date | null
    readonly groups: number[] | null
    readonly id: string
    readonly is_open: boolean
  }
  'platform.psp_credentials': {
    readonly created_at: Date
    readonly created_by: string
    readonly environment: string
    readonly id: string
    readonly is_active: boolean
    readonly merchant_id: string | null
    readonly provider: string
    readonly public_key: string | null
    readonly secret_fingerprint: string
    readonly secret_last_four: string
    readonly secret_sealed: Buffer
    readonly updated_at: Date
    readonly updated_by: string
    readonly webhook_fingerprint: string | null
    readonly webhook_last_four: string | null
    readonly webhook_sealed: Buffer | null
  }
  'platform.restorations': {
    readonly data_until: Date
    readonly found_at: Date
    readonly id: string
    readonly identity: string
    readonly lists_read_at: Date | null
    readonly reconciled_at: Date | null
    readonly reconciled_by: string | null
    readonly seal: string | null
  }
  'platform.restored_acts': {
    readonly decided_at: Date | null
    readonly decided_by: string | null
    readonly event: Json
    readonly event_id: string
    readonly problem: string | null
    readonly restoration_id: string
    readonly status: string
    readonly subject: string
  }
  'platform.verifications': {
    readonly business_confirmed_at: Date | null
    readonly business_confirmed_by: string | null
    readonly business_evidence: string | null
    readonly derived_at: Date | null
    readonly locked_at: Date | null
    readonly merchant_id: string
    readonly rejections: number
    readonly revoke_reason: string | null
    readonly revoked_at: Date | null
    readonly verified_at: Date | null
  }
  'reporting.daily_sales_rollups': {
    readonly breakdowns: Json
    readonly business_on: string
    readonly cost_centavos: Centavos
    readonly created_at: Date
    readonly discount_centavos: Centavos
    readonly gross_centavos: Centavos
    readonly id: string
    readonly is_final: boolean
    readonly item_quantity: number
    readonly merchant_id: string
    readonly net_centavos: Centavos
    readonly order_count: number
    readonly permission_set: number
    readonly refund_centavos: Centavos
    readonly refund_cost_centavos: Centavos
    readonly refund_count: number
    readonly refund_rounding_centavos: Centavos
    readonly refund_tax_centavos: Centavos
    readonly rounding_centavos: Centavos
    readonly store_id: string
    readonly tax_centavos: Centavos
    readonly time_zone: string
    readonly total_centavos: Centavos
    readonly vas_amount_centavos: Centavos
    readonly vas_commission_centavos: Centavos
    readonly vas_count: number
    readonly vas_fee_centavos: Centavos
    readonly vas_pending_centavos: Centavos
    readonly vas_pending_count: number
    readonly version: number
  }
  'reporting.settlement_rollups': {
    readonly closing_centavos: Centavos
    readonly day: string
    readonly lines: Json
    readonly merchant_id: string
    readonly rolled_up_at: Date
    readonly version: number
  }
  'selling.approvals': {
    readonly amount_centavos: Centavos | null
    readonly cart_id: string | null
    readonly created_at: Date
    readonly decided_at: Date | null
    readonly decided_by: string | null
    readonly decider_membership_id: string | null
    readonly decider_name: string | null
    readonly decision_reason: string | null
    readonly expires_at: Date
    readonly goods: Json
    readonly id: string
    readonly is_direct: boolean
    readonly line_item_id: string | null
    readonly merchant_id: string
    readonly order_id: string | null
    readonly percentage_bps: number | null
    readonly permission_set: number
    readonly reason: string
    readonly refund_method: string | null
    readonly requested_by: string
    readonly requester_membership_id: string
    readonly requester_name: string
    readonly scope: string
    readonly status: string
    readonly store_id: string
    readonly subject: Json
    readonly type: string
    readonly updated_at: Date
    readonly used_at: Date | null
    readonly value_centavos: Centavos
  }
  'selling.carts': {
    readonly account_id: string
    readonly created_at: Date
    readonly customer_id: string | null
    readonly discount_centavos: Centavos
    readonly gross_centavos: Centavos
    readonly id: string
    readonly label: string | null
    readonly membership_id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly status: string
    readonly store_id: string
    readonly tax_centavos: Centavos
    readonly terminal_id: string | null
    readonly total_centavos: Centavos
    readonly updated_at: Date
    readonly version: number
  }
  'selling.customers': {
    readonly created_at: Date
    readonly email: string | null
    readonly id: string
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly notes: string | null
    readonly permission_set: number
    readonly phone: string | null
    readonly rfc: string | null
    readonly search_text: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'selling.discounts': {
    readonly amount_centavos: Centavos | null
    readonly approval_id: string
    readonly cart_id: string
    readonly created_at: Date
    readonly id: string
    readonly line_item_id: string | null
    readonly merchant_id: string
    readonly percentage_bps: number | null
    readonly permission_set: number
    readonly reason: string
    readonly scope: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'selling.line_items': {
    readonly amount_centavos: Centavos | null
    readonly cart_id: string
    readonly created_at: Date
    readonly discount_centavos: Centavos
    readonly gross_centavos: Centavos
    readonly id: string
    readonly is_price_open: boolean
    readonly is_tax_exempt: boolean
    readonly is_tax_included: boolean
    readonly kind: string
    readonly merchant_id: string
    readonly note: string | null
    readonly permission_set: number
    readonly position: number
    readonly product_id: string
    readonly product_name: string
    readonly quantity: number
    readonly sku: string | null
    readonly store_id: string
    readonly tax_centavos: Centavos
    readonly tax_rate_bps: number
    readonly total_centavos: Centavos
    readonly tracks_stock: boolean
    readonly unit: string
    readonly unit_cost_centavos: Centavos | null
    readonly unit_price_centavos: Centavos
    readonly updated_at: Date
    readonly variant_id: string
    readonly variant_name: string | null
  }
  'selling.offline_sales': {
    readonly account_id: string
    readonly cashier_name: string
    readonly counted_centavos: Centavos | null
    readonly created_at: Date
    readonly decided_at: Date | null
    readonly decided_by: string | null
    readonly decider_name: string | null
    readonly decision_reason: string | null
    readonly difference_centavos: Centavos
    readonly folio: string | null
    readonly handed_in_by: string
    readonly handed_in_name: string
    readonly id: string
    readonly is_other_device: boolean
    readonly lines: Json
    readonly membership_id: string
    readonly merchant_id: string
    readonly order_id: string | null
    readonly payments: Json
    readonly permission_set: number
    readonly reasons: Json
    readonly shift_id: string
    readonly sold_at: Date
    readonly status: string
    readonly store_id: string
    readonly terminal_id: string | null
    readonly total_centavos: Centavos
    readonly updated_at: Date
  }
  'selling.order_payments': {
    readonly amount_centavos: Centavos
    readonly change_centavos: Centavos
    readonly created_at: Date
    readonly id: string
    readonly merchant_id: string
    readonly method: string
    readonly order_id: string
    readonly permission_set: number
    readonly position: number
    readonly reference: string | null
    readonly store_id: string
    readonly tendered_centavos: Centavos | null
  }
  'selling.receipts': {
    readonly content: Json
    readonly created_at: Date
    readonly folio: string
    readonly id: string
    readonly kind: string
    readonly membership_id: string
    readonly merchant_id: string
    readonly order_id: string
    readonly permission_set: number
    readonly refund_id: string | null
    readonly store_id: string
  }
  'selling.refund_lines': {
    readonly amount_centavos: Centavos
    readonly created_at: Date
    readonly disposition: string | null
    readonly id: string
    readonly line_item_id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly quantity: number
    readonly refund_id: string
    readonly store_id: string
    readonly tax_centavos: Centavos
  }
  'selling.refunds': {
    readonly account_id: string
    readonly amount_centavos: Centavos
    readonly approval_id: string
    readonly cashier_name: string
    readonly created_at: Date
    readonly folio: string
    readonly id: string
    readonly membership_id: string
    readonly merchant_id: string
    readonly order_id: string
    readonly permission_set: number
    readonly reason: string
    readonly refunded_on: string
    readonly scope: string
    readonly shift_id: string
    readonly store_id: string
    readonly tax_centavos: Centavos
    readonly type: string
  }
  'selling.sales_orders': {
    readonly account_id: string
    readonly cart_id: string
    readonly cashier_name: string
    readonly created_at: Date
    readonly customer_id: string | null
    readonly discount_centavos: Centavos
    readonly folio: string
    readonly gross_centavos: Centavos
    readonly id: string
    readonly membership_id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly rounding_centavos: Centavos
    readonly shift_id: string
    readonly sold_at: Date
    readonly sold_on: string
    readonly store_id: string
    readonly tax_centavos: Centavos
    readonly terminal_id: string | null
    readonly total_centavos: Centavos
  }
  'selling.transactions': {
    readonly amount_centavos: Centavos
    readonly created_at: Date
    readonly id: string
    readonly kind: string
    readonly merchant_id: string
    readonly method: string
    readonly order_id: string
    readonly order_payment_id: string | null
    readonly permission_set: number
    readonly refund_id: string | null
    readonly shift_id: string
    readonly store_id: string
  }
  'settings.merchant_settings': {
    readonly key: string
    readonly merchant_id: string
    readonly owner_value: Json | null
    readonly platform_value: Json | null
    readonly updated_at: Date
    readonly updated_by: string
  }
  'settings.setting_definitions': {
    readonly default_value: Json
    readonly key: string
    readonly maximum: bigint | null
    readonly minimum: bigint | null
    readonly scope: string
    readonly stricter: string | null
    readonly type: string
  }
  'settings.settings': {
    readonly key: string
    readonly updated_at: Date
    readonly updated_by: string | null
    readonly value: Json
  }
  'shop.api_keys': {
    readonly all_stores: boolean
    readonly created_at: Date
    readonly created_by: string
    readonly expires_at: Date
    readonly id: string
    readonly merchant_id: string
    readonly prefix: string
    readonly revoked_at: Date | null
    readonly revoked_by: string | null
    readonly revoked_reason: string | null
    readonly scopes: string[]
  }
  'shop.cash_movements': {
    readonly account_id: string
    readonly amount_centavos: Centavos
    readonly created_at: Date
    readonly id: string
    readonly kind: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly person_name: string
    readonly reason: string
    readonly shift_id: string
    readonly store_id: string
    readonly vas_sale_id: string | null
  }
  'shop.code_attempts': {
    readonly code: string
    readonly failures: number
    readonly last_failed_at: Date
    readonly locked_until: Date | null
    readonly merchant_id: string
    readonly source_id: string
    readonly store_id: string
  }
  'shop.connections': {
    readonly answerable_id: string | null
    readonly available_centavos: Centavos | null
    readonly checked_at: Date | null
    readonly created_at: Date
    readonly created_by: string
    readonly deleted_at: Date | null
    readonly deleted_by: string | null
    readonly environment: string
    readonly fingerprint: string
    readonly id: string
    readonly key_id: Buffer | null
    readonly key_last_four: string
    readonly merchant_id: string
    readonly name: string
    readonly paused_at: Date | null
    readonly paused_reason: string | null
    readonly permission_set: number
    readonly provider: string
    readonly sealed: Buffer | null
    readonly sealed_key: Buffer | null
    readonly store_id: string
  }
  'shop.employee_pins': {
    readonly employee_id: string
    readonly merchant_id: string
    readonly minted_by: string
    readonly one_time_until: Date | null
    readonly pin_hash: string
    readonly set_at: Date
  }
  'shop.employees': {
    readonly code: string | null
    readonly created_at: Date
    readonly email: string | null
    readonly id: string
    readonly membership_id: string | null
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly permission_set: number
    readonly phone: string | null
    readonly position: string | null
    readonly search_text: string
    readonly status: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'shop.folios': {
    readonly last_no: bigint
    readonly merchant_id: string
    readonly series: string
    readonly store_id: string
  }
  'shop.invites': {
    readonly accepted_at: Date | null
    readonly account_id: string | null
    readonly created_at: Date
    readonly email: string
    readonly expires_at: Date
    readonly id: string
    readonly invited_by: string
    readonly merchant_id: string
    readonly permission_set: number | null
    readonly revoked_at: Date | null
    readonly role: string | null
    readonly store_id: string | null
    readonly token_hash: Buffer
  }
  'shop.memberships': {
    readonly account_id: string
    readonly created_at: Date
    readonly ended_at: Date | null
    readonly id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly role: string
    readonly store_id: string
  }
  'shop.shift_reports': {
    readonly counted_centavos: Centavos
    readonly created_at: Date
    readonly denominations: Json | null
    readonly difference_centavos: Centavos
    readonly difference_reason: string | null
    readonly expected_centavos: Centavos
    readonly folio: string
    readonly id: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly shift_id: string
    readonly store_id: string
    readonly totals: Json
  }
  'shop.shifts': {
    readonly account_id: string
    readonly cashier_name: string
    readonly closed_at: Date | null
    readonly closed_by: string | null
    readonly closed_by_name: string | null
    readonly id: string
    readonly membership_id: string
    readonly merchant_id: string
    readonly opened_at: Date
    readonly opening_float_centavos: Centavos
    readonly permission_set: number
    readonly status: string
    readonly store_id: string
    readonly terminal_id: string | null
    readonly updated_at: Date
  }
  'shop.stores': {
    readonly address: string | null
    readonly cash_rounding_centavos: number
    readonly cashiers_count_blind: boolean
    readonly cashiers_sell_open_prices: boolean
    readonly code: string
    readonly created_at: Date
    readonly id: string
    readonly label_layouts: string[]
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly open_price_limit_centavos: Centavos
    readonly permission_set: number
    readonly phone: string | null
    readonly search_text: string
    readonly shift_report_emails: string[]
    readonly status: string
    readonly tax_region: string
    readonly time_zone: string
    readonly updated_at: Date
  }
  'shop.teams': {
    readonly created_at: Date
    readonly id: string
    readonly merchant_id: string
  }
  'shop.terminal_devices': {
    readonly enabled_at: Date
    readonly enabled_by: string
    readonly merchant_id: string
    readonly terminal_id: string
    readonly token_hash: Buffer
  }
  'shop.terminal_enabling_codes': {
    readonly code_hash: Buffer
    readonly created_by: string
    readonly expires_at: Date
    readonly merchant_id: string
    readonly terminal_id: string
  }
  'shop.terminals': {
    readonly created_at: Date
    readonly device_enabled_at: Date | null
    readonly id: string
    readonly merchant_id: string
    readonly name: string
    readonly name_key: string
    readonly permission_set: number
    readonly search_text: string
    readonly status: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'stock.chip_codes': {
    readonly chip_id: string
    readonly merchant_id: string
    readonly pin_sealed: Buffer | null
    readonly puk_sealed: Buffer | null
  }
  'stock.chip_import_runs': {
    readonly carriers: string[]
    readonly file_hash: Buffer
    readonly file_name: string
    readonly file_sealed: Buffer | null
    readonly finished_at: Date | null
    readonly hidden_sheets: string[]
    readonly id: string
    readonly is_dry_run: boolean
    readonly merchant_id: string
    readonly permission_set: number
    readonly problem: Json | null
    readonly product_id: string
    readonly rows_checked: number
    readonly rows_imported: number
    readonly rows_total: number | null
    readonly sheet_name: string | null
    readonly started_at: Date
    readonly started_by: string
    readonly status: string
    readonly store_id: string
  }
  'stock.chip_imports': {
    readonly file_hash: Buffer
    readonly file_name: string
    readonly id: string
    readonly imported_at: Date
    readonly imported_by: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly product_id: string
    readonly row_count: number
    readonly sheet_name: string
    readonly store_id: string
  }
  'stock.chip_incidents': {
    readonly close_reason: string | null
    readonly closed_at: Date | null
    readonly closed_by: string | null
    readonly found_at: Date
    readonly iccid: string
    readonly id: string
    readonly merchant_ids: string[]
    readonly status: string
  }
  'stock.chip_units': {
    readonly activated_at: Date | null
    readonly batch: string | null
    readonly carrier: string | null
    readonly cost_centavos: Centavos | null
    readonly expires_on: string | null
    readonly iccid: string
    readonly id: string
    readonly import_id: string
    readonly import_row: number
    readonly imported_at: Date
    readonly imsi: string | null
    readonly merchant_id: string
    readonly msisdn: string | null
    readonly order_id: string | null
    readonly permission_set: number
    readonly price_centavos: Centavos | null
    readonly product_id: string
    readonly sold_at: Date | null
    readonly status: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'stock.stock_count_lines': {
    readonly count_id: string
    readonly counted: number | null
    readonly counted_at: Date | null
    readonly counted_by: string | null
    readonly created_at: Date
    readonly difference: number | null
    readonly expected: number
    readonly id: string
    readonly is_open: boolean
    readonly merchant_id: string
    readonly on_hand_then: number | null
    readonly permission_set: number
    readonly store_id: string
    readonly updated_at: Date
    readonly variant_id: string
  }
  'stock.stock_counts': {
    readonly category_id: string | null
    readonly ended_at: Date | null
    readonly ended_by: string | null
    readonly id: string
    readonly line_count: number
    readonly merchant_id: string
    readonly note: string | null
    readonly opened_at: Date
    readonly opened_by: string | null
    readonly permission_set: number
    readonly status: string
    readonly store_id: string
    readonly updated_at: Date
  }
  'stock.stock_levels': {
    readonly created_at: Date
    readonly id: string
    readonly is_low: boolean
    readonly merchant_id: string
    readonly on_hand: number
    readonly permission_set: number
    readonly reorder_point: number | null
    readonly store_id: string
    readonly updated_at: Date
    readonly variant_id: string
  }
  'stock.stock_movements': {
    readonly account_id: string | null
    readonly created_at: Date
    readonly document_id: string | null
    readonly id: string
    readonly kind: string
    readonly membership_id: string | null
    readonly merchant_id: string
    readonly on_hand_after: number
    readonly permission_set: number
    readonly person_name: string | null
    readonly quantity: number
    readonly reason: string | null
    readonly store_id: string
    readonly unit_cost_centavos: Centavos | null
    readonly variant_id: string
  }
  'stock.stock_receipts': {
    readonly account_id: string | null
    readonly cost_centavos: Centavos
    readonly created_at: Date
    readonly id: string
    readonly line_count: number
    readonly membership_id: string | null
    readonly merchant_id: string
    readonly note: string | null
    readonly permission_set: number
    readonly store_id: string
    readonly supplier: string | null
  }
  'stock.stock_transfer_lines': {
    readonly created_at: Date
    readonly document_id: string
    readonly id: string
    readonly line_no: number
    readonly merchant_id: string
    readonly permission_set: number
    readonly quantity: number
    readonly received_quantity: number | null
    readonly store_id: string
    readonly unit_cost_centavos: Centavos | null
    readonly variant_id: string
  }
  'stock.stock_transfers': {
    readonly direction: string
    readonly ended_at: Date | null
    readonly ended_by: string | null
    readonly id: string
    readonly merchant_id: string
    readonly note: string | null
    readonly other_store_id: string
    readonly permission_set: number
    readonly sent_at: Date
    readonly sent_by: string | null
    readonly status: string
    readonly store_id: string
    readonly transfer_id: string
    readonly updated_at: Date
  }
  'vas.day_totals': {
    readonly begins_at: Date
    readonly centavos: Centavos
    readonly ends_at: Date
    readonly merchant_id: string
    readonly sales: number
    readonly seller_id: string
    readonly store_id: string
  }
  'vas.folios': {
    readonly last_no: bigint
    readonly merchant_id: string
    readonly store_id: string
  }
  'vas.found_sales': {
    readonly found_at: Date
    readonly id: string
    readonly is_entered: boolean
    readonly record: Json
    readonly tail: string
  }
  'vas.open_sales': {
    readonly due_at: Date | null
    readonly merchant_id: string
    readonly sale_id: string
  }
  'vas.pin_reprints': {
    readonly merchant_id: string
    readonly no: number
    readonly reprinted_at: Date
    readonly reprinted_by: string
    readonly sale_id: string
    readonly store_id: string
  }
  'vas.price_history': {
    readonly after: Json
    readonly at: Date
    readonly before: Json
    readonly product_id: string
  }
  'vas.products': {
    readonly amount_centavos: Centavos | null
    readonly description: string | null
    readonly fee_centavos: Centavos
    readonly id: string
    readonly increment_centavos: Centavos | null
    readonly is_active: boolean
    readonly kind: string
    readonly lookup: boolean
    readonly max_centavos: Centavos | null
    readonly min_centavos: Centavos | null
    readonly name: string
    readonly notes: string | null
    readonly payment_modes: string[]
    readonly posting_period: Json | null
    readonly provider_id: string
    readonly provider_product_ref: string
    readonly reference_rule: string | null
    readonly seen_at: Date
    readonly subkind: string
    readonly terms: string | null
    readonly updated_at: Date
    readonly usage_info: string[]
    readonly validity: Json | null
    readonly wholesale_bps: number | null
    readonly wholesale_centavos: Centavos | null
  }
  'vas.provider_lists': {
    readonly connection_id: string
    readonly listed_until: Date
    readonly mode: string
  }
  'vas.providers': {
    readonly id: string
    readonly name: string
    readonly provider_ref: string
    readonly slug: string
    readonly updated_at: Date
  }
  'vas.quotes': {
    readonly account_id: string
    readonly created_at: Date
    readonly expires_at: Date
    readonly has_sale: boolean
    readonly id: string
    readonly items: Json
    readonly merchant_id: string
    readonly permission_set: number
    readonly product_id: string
    readonly reference: string
    readonly store_id: string
  }
  'vas.sale_pins': {
    readonly kept_at: Date
    readonly key_id: Buffer
    readonly last_four: string
    readonly merchant_id: string
    readonly permission_set: number
    readonly reprints: number
    readonly revealed_at: Date | null
    readonly revealed_by: string | null
    readonly sale_id: string
    readonly sealed: Buffer
    readonly sealed_key: Buffer
    readonly store_id: string
    readonly terms: string | null
    readonly usage_info: string[]
  }
  'vas.sales': {
    readonly account_id: string
    readonly amount_centavos: Centavos
    readonly authorization_code: string | null
    readonly cashier_name: string
    readonly checks: number
    readonly commission_centavos: Centavos
    readonly completed_at: Date | null
    readonly connection_id: string | null
    readonly cost_centavos: Centavos
    readonly created_at: Date
    readonly expected_by: Date
    readonly failure_code: string | null
    readonly fee_centavos: Centavos
    readonly fence: number
    readonly folio: string
    readonly hold_expires_at: Date | null
    readonly id: string
    readonly incident: string | null
    readonly is_ranged: boolean
    readonly kind: string
    readonly leased_until: Date | null
    readonly membership_id: string
    readonly merchant_id: string
    readonly mode: string
    readonly next_check_at: Date
    readonly payment_method: string
    readonly permission_set: number
    readonly phase: string
    readonly posting_period: Json | null
    readonly product_id: string
    readonly product_name: string
    readonly provider_code: string | null
    readonly provider_name: string
    readonly provider_product_ref: string
    readonly provider_slug: string
    readonly provider_transaction_ref: string | null
    readonly quote_id: string | null
    readonly reference: string | null
    readonly review_closed_at: Date | null
    readonly shift_id: string | null
    readonly sold_at_terminal: string | null
    readonly sold_in_session: string | null
    readonly statement_due_on: string | null
    readonly statement_reference: string | null
    readonly status: string
    readonly store_id: string
    readonly sweep_until: Date | null
    readonly tendered_centavos: Centavos | null
    readonly terminal_id: string | null
    readonly trace_parent: string | null
    readonly updated_at: Date
    readonly wholesale_centavos: Centavos
  }
  'vas.term_sheets': {
    readonly changed_at: Date
    readonly changed_by: string | null
    readonly id: string
    readonly merchant_id: string | null
    readonly version: number
  }
  'vas.terms': {
    readonly fee_centavos: Centavos | null
    readonly is_offered: boolean | null
    readonly kind: string
    readonly merchant_id: string | null
    readonly provider_id: string | null
    readonly share_bps: number | null
    readonly sheet_id: string
  }
}
