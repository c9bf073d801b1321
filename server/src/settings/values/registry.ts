/** Who may set it: administrators for all merchants, or also for one merchant, and its owner within that. */
export type SettingScope = 'platform' | 'merchant'
export const settingUnits = ['centavos', 'bps', 'sales', 'reprints', 'megabytes', 'port'] as const

interface Described {
  readonly scope: SettingScope
  /** What it changes, and who reads it. */
  readonly meaning: string
}

interface BooleanSetting extends Described {
  readonly type: 'boolean'
  /** What counts while nothing is set, or what is set cannot be read: always the safe side. */
  readonly default: boolean
  /** Of a merchant's setting: the value that owners may always choose. Absent: either. */
  readonly stricter?: boolean
}

interface IntegerSetting extends Described {
  readonly type: 'integer'
  readonly unit: (typeof settingUnits)[number]
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  /** Of a merchant's setting: which way owners may go from the platform's value. Absent: either. */
  readonly stricter?: 'lower' | 'higher'
}

export type Setting = BooleanSetting | IntegerSetting

/** A limit on services that a merchant may lower for itself. */
function limit<const U extends IntegerSetting['unit']>(
  unit: U,
  usual: number,
  maximum: number,
  meaning: string,
) {
  return {
    type: 'integer',
    scope: 'merchant',
    unit,
    default: usual,
    minimum: 1,
    maximum,
    stricter: 'lower',
    meaning,
  } as const
}

/**
 * Every setting that there is; one that is not here does not exist. `npm run generate` writes it to
 * db/generated/settings.sql, from which SQL functions read types, bounds and defaults.
 */
export const registry = {
  'platform.second_factor_required': {
    type: 'boolean',
    scope: 'platform',
    default: true,
    meaning: 'Labels open platform routes only to sessions that have shown a second factor.',
  },
  'merchant.unverifiedCanOperate': {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'Merchants may sell before their verification; payouts never depend on it.',
  },
  vas_adeudo_lookup: {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'Debts may be looked up at billers before a bill is paid (GET /vas/adeudo).',
  },
  vas_chips: {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'Finalizing a cart with a SIM chip binds the oldest unit in stock to the sale.',
  },
  giftcards_admin_list_web: {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'The platform desk lists gift cards.',
  },
  'vas.cashier_day_max_sales': limit(
    'sales',
    300,
    20_000,
    'Services that one person may sell in a store in a day.',
  ),
  'vas.cashier_day_max_centavos': limit(
    'centavos',
    100_000_00,
    1_000_000_000_00,
    'What the services that one person sells in a store in a day may come to, fees included.',
  ),
  'vas.store_day_max_sales': limit('sales', 1_500, 20_000, 'Services that a store may sell in a day.'),
  'vas.store_day_max_centavos': limit(
    'centavos',
    300_000_00,
    10_000_000_000_00,
    'What the services that a store sells in a day may come to, fees included.',
  ),
  'vas.reference_day_max_sales': limit(
    'sales',
    10,
    20_000,
    'Services for one number or reference that a store may sell in a day.',
  ),
  'vas.reference_day_max_centavos': limit(
    'centavos',
    30_000_00,
    1_000_000_000_00,
    'What the services for one number or reference in a store in a day may come to, fees included.',
  ),
  'vas.store_day_max_pin_reprints': limit(
    'reprints',
    20,
    10_000,
    'How often PINs may be printed again in a store in a day.',
  ),
  'offline_sales.largest_sale_centavos': {
    type: 'integer',
    scope: 'merchant',
    unit: 'centavos',
    default: 3_000_00,
    minimum: 0,
    maximum: 50_000_000_00,
    stricter: 'lower',
    meaning: 'A sale without a network of more than this waits for a supervisor.',
  },
  'offline_sales.price_tolerance_bps': {
    type: 'integer',
    scope: 'merchant',
    unit: 'bps',
    default: 0,
    minimum: 0,
    maximum: 10_000,
    stricter: 'lower',
    meaning:
      'A sale without a network waits for a supervisor where a price is further than this from the catalog’s at that time.',
  },
  'files.max_megabytes': limit(
    'megabytes',
    200,
    100_000,
    'What the pictures of a merchant may come to, all stores together.',
  ),
  'webhooks.other_port': {
    type: 'integer',
    scope: 'platform',
    unit: 'port',
    default: 443,
    minimum: 1,
    maximum: 65_535,
    meaning: 'Webhooks go to port 443, and to this one.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof registry
type KeyOf<T extends Setting['type']> = {
  [K in SettingKey]: (typeof registry)[K]['type'] extends T ? K : never
}[SettingKey]
export type BooleanKey = KeyOf<'boolean'>
export type IntegerKey = KeyOf<'integer'>

/** Which way owners may always go; false is lower than true, as PostgreSQL compares JSON. Null: either, or not at all. */
export function strictDirection({ stricter }: Setting): 'lower' | 'higher' | null {
  if (stricter === undefined) return null
  return typeof stricter === 'boolean' ? (stricter ? 'higher' : 'lower') : stricter
}
