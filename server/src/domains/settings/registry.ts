interface Setting {
  readonly type: 'boolean'
  /** What counts while nothing is set, or what is set has another type: always the safe side. */
  readonly default: boolean
  /** What it changes, and who reads it. */
  readonly meaning: string
}

/** Every switch of the platform. A setting that is not here does not exist. */
export const registry = {
  'platform.second_factor_required': {
    type: 'boolean',
    default: true,
    meaning: 'Labels open platform routes only to sessions that have shown a second factor.',
  },
  'merchant.unverifiedCanOperate': {
    type: 'boolean',
    default: false,
    meaning: 'Merchants may sell before their verification; payouts never depend on it.',
  },
  vas_adeudo_lookup: {
    type: 'boolean',
    default: false,
    meaning: 'Debts may be looked up at billers before a bill is paid (GET /vas/adeudo).',
  },
  vas_chips: {
    type: 'boolean',
    default: false,
    meaning: 'Finalizing a cart with a SIM chip binds the oldest unit in stock to the sale.',
  },
  giftcards_admin_list_web: {
    type: 'boolean',
    default: false,
    meaning: 'The platform desk lists gift cards.',
  },
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof registry

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(registry, key)
}

/** What a stored value amounts to: itself, or the default when it is missing or of another type. */
export function effective(key: SettingKey, stored: unknown): boolean {
  return typeof stored === registry[key].type ? (stored as boolean) : registry[key].default
}
