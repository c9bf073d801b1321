/** Who may set it: administrators for all merchants, or also for one merchant, and its owner within that. */
export type SettingScope = 'platform' | 'merchant'
export const settingUnits = [
  'centavos',
  'bps',
  'sales',
  'reprints',
  'megabytes',
  'port',
  'keys',
  'days',
] as const

interface Described {
  readonly scope: SettingScope
  /** What it changes; shown to administrators and owners. */
  readonly meaning: string
}

interface BooleanSetting extends Described {
  readonly type: 'boolean'
  /** The value while nothing is set, or the stored value is unreadable: always the safe one. */
  readonly default: boolean
  /** For a merchant's setting: the value that owners may always choose. Absent: either. */
  readonly stricter?: boolean
}

interface IntegerSetting extends Described {
  readonly type: 'integer'
  readonly unit: (typeof settingUnits)[number]
  readonly default: number
  readonly minimum: number
  readonly maximum: number
  /**
   * For a merchant's setting: the direction in which owners may differ from the platform's value. Absent:
   * either.
   */
  readonly stricter?: 'lower' | 'higher'
}

/** What a text has to be beyond its length; whoever composes the product says how each is checked. */
export const textFormats = ['clabe'] as const
export type TextFormat = (typeof textFormats)[number]

/** Of the platform only. Empty: not set. */
interface TextSetting extends Described {
  readonly type: 'text'
  readonly scope: 'platform'
  readonly default: ''
  /** Characters. */
  readonly maximum: number
  readonly format?: TextFormat
}

export type Setting = BooleanSetting | IntegerSetting | TextSetting

/** A limit on services, which a merchant may lower for itself. */
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
 * All settings. `npm run generate` writes them to db/generated/settings.sql, from which SQL functions read
 * types, bounds and defaults.
 */
export const registry = {
  'platform.second_factor_required': {
    type: 'boolean',
    scope: 'platform',
    default: true,
    meaning: 'Platform routes require a session with a second factor.',
  },
  'merchant.unverifiedCanOperate': {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'Merchants may sell before they are verified; payouts always require verification.',
  },
  vas_adeudo_lookup: {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'The amount owed can be looked up before a bill is paid (GET /vas/adeudo).',
  },
  vas_chips: {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'SIM chips can be sold: finalizing a cart binds the oldest units in stock.',
  },
  giftcards_admin_list_web: {
    type: 'boolean',
    scope: 'platform',
    default: false,
    meaning: 'The platform’s screens list gift cards.',
  },
  'vas.cashier_day_max_sales': limit(
    'sales',
    300,
    20_000,
    'Maximum services that one person may sell in a store per day.',
  ),
  'vas.cashier_day_max_centavos': limit(
    'centavos',
    100_000_00,
    1_000_000_000_00,
    'Maximum amount of services that one person may sell in a store per day, fees included.',
  ),
  'vas.store_day_max_sales': limit('sales', 1_500, 20_000, 'Maximum services that a store may sell per day.'),
  'vas.store_day_max_centavos': limit(
    'centavos',
    300_000_00,
    10_000_000_000_00,
    'Maximum amount of services that a store may sell per day, fees included.',
  ),
  'vas.reference_day_max_sales': limit(
    'sales',
    10,
    20_000,
    'Maximum services for one number or reference that a store may sell per day.',
  ),
  'vas.reference_day_max_centavos': limit(
    'centavos',
    30_000_00,
    1_000_000_000_00,
    'Maximum amount of services for one number or reference in a store per day, fees included.',
  ),
  'vas.store_day_max_pin_reprints': limit(
    'reprints',
    20,
    10_000,
    'Maximum reprints of PINs in a store per day.',
  ),
  'offline_sales.largest_sale_centavos': {
    type: 'integer',
    scope: 'merchant',
    unit: 'centavos',
    default: 3_000_00,
    minimum: 0,
    maximum: 50_000_000_00,
    stricter: 'lower',
    meaning: 'An offline sale above this amount waits for a supervisor.',
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
      'An offline sale waits for a supervisor when a price differs by more than this from the catalog’s at that time.',
  },
  'shifts.cashiers_open_drawer': {
    type: 'boolean',
    scope: 'merchant',
    default: false,
    meaning: 'Cashiers may open the cash drawer without a sale, giving a reason.',
  },
  'files.max_megabytes': limit(
    'megabytes',
    200,
    100_000,
    'Maximum storage for a merchant’s pictures, all stores together.',
  ),
  'api_keys.max_keys': limit('keys', 25, 1_000, 'Maximum valid API keys of a merchant.'),
  'api_keys.max_days': limit('days', 365, 730, 'Maximum lifetime of an API key.'),
  'deposits.clabe': {
    type: 'text',
    scope: 'platform',
    default: '',
    maximum: 18,
    format: 'clabe',
    meaning: 'The CLABE to which merchants transfer for their balance.',
  },
  'deposits.beneficiary': {
    type: 'text',
    scope: 'platform',
    default: '',
    maximum: 80,
    meaning: 'The name that the account of that CLABE has at its bank.',
  },
  'webhooks.other_port': {
    type: 'integer',
    scope: 'platform',
    unit: 'port',
    default: 443,
    minimum: 1,
    maximum: 65_535,
    meaning: 'An additional port for webhooks, besides 443.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof registry
type KeyOf<T extends Setting['type']> = {
  [K in SettingKey]: (typeof registry)[K]['type'] extends T ? K : never
}[SettingKey]
export type BooleanKey = KeyOf<'boolean'>
export type IntegerKey = KeyOf<'integer'>
export type TextKey = KeyOf<'text'>

/**
 * The direction that owners may always choose; false is less than true, as PostgreSQL compares JSON. Null:
 * either, or not settable.
 */
export function strictDirection(setting: Setting): 'lower' | 'higher' | null {
  if (setting.type === 'text' || setting.stricter === undefined) return null
  const { stricter } = setting
  return typeof stricter === 'boolean' ? (stricter ? 'higher' : 'lower') : stricter
}

/** The smallest and the largest value of an integer, or length of a text. */
export function boundsOf(setting: Setting): readonly [number, number] | readonly [null, null] {
  if (setting.type === 'boolean') return [null, null]
  return [setting.type === 'integer' ? setting.minimum : 0, setting.maximum]
}
