import { closed, enumeration, Id, Instant, list, named, nullable } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { settingUnits, textFormats } from './registry.ts'

const Value = (description: string) =>
  Type.Unsafe<boolean | number | string>({
    anyOf: [{ type: 'boolean' }, { type: 'integer' }, { type: 'string' }],
    description,
  })
const OptionalValue = (description: string) =>
  Type.Unsafe<boolean | number | string | null>({
    anyOf: [{ type: 'boolean' }, { type: 'integer' }, { type: 'string' }, { type: 'null' }],
    description,
  })

const described = {
  key: Type.String(),
  type: enumeration('SettingType', ['boolean', 'integer', 'text']),
  unit: nullable(enumeration('SettingUnit', settingUnits, 'Unit of an integer')),
  format: nullable(enumeration('SettingFormat', textFormats, 'What a text has to be, unless it is empty')),
  minimum: nullable(Type.Integer({ description: 'Of an integer; of a text, its length' })),
  maximum: nullable(Type.Integer({ description: 'Of an integer; of a text, its length' })),
  value: Value('The effective value'),
  default: Value('The value while nothing is set'),
  meaning: Type.String(),
}

export const Setting = named(
  'Setting',
  Type.Object(
    {
      ...described,
      scope: enumeration(
        'SettingScope',
        ['platform', 'merchant'],
        '`merchant`: may also be set for one merchant',
      ),
      updatedAt: nullable(Instant),
    },
    closed,
  ),
)
export type Setting = Static<typeof Setting>

export const MerchantSetting = named(
  'MerchantSetting',
  Type.Object(
    {
      ...described,
      stricter: nullable(
        enumeration(
          'StricterDirection',
          ['lower', 'higher'],
          'The direction in which the owner may differ from `allowedValue`; null: either',
        ),
      ),
      platformValue: Value('The value for all merchants'),
      merchantValue: OptionalValue('The platform’s value for this merchant'),
      allowedValue: Value('The limit that applies to this merchant'),
      ownerValue: OptionalValue('The owner’s value; applies unless it is laxer than `allowedValue`'),
      updatedAt: nullable(Instant),
    },
    closed,
  ),
)
export type MerchantSetting = Static<typeof MerchantSetting>

export const Settings = list(Setting)
export const MerchantSettings = list(MerchantSetting)

const key = Type.String({ minLength: 1, maxLength: 100 })
/** What any setting may be. A text has one line, and is empty rather than blank. */
const anyValue = [
  { type: 'boolean' },
  { type: 'number' },
  { type: 'string', maxLength: 200, pattern: '^(?!\\s+$)[^\\u0000-\\u001f]*$' },
]
const value = Type.Unsafe<boolean | number | string>({
  anyOf: anyValue,
  description: 'A value of the setting’s type, within its bounds',
})
const valueOrNull = Type.Unsafe<boolean | number | string | null>({
  anyOf: [...anyValue, { type: 'null' }],
  description: 'A value of the setting’s type, within its bounds; null removes it',
})
const merchantId = Type.Optional(
  Type.String({ format: 'uuid', description: 'Required for owners of several merchants' }),
)

export const SettingName = Type.Object({ key }, closed)
export const SettingOfMerchant = Type.Object({ id: Id, key }, closed)
export const ById = Type.Object({ id: Id }, closed)
export const OwnMerchant = Type.Object({ merchantId }, closed)
export const SettingValue = named('SettingValue', Type.Object({ value }, closed))
export const MerchantSettingValue = named('MerchantSettingValue', Type.Object({ value: valueOrNull }, closed))
export const OwnSettingValue = named(
  'OwnSettingValue',
  Type.Object({ merchantId, value: valueOrNull }, closed),
)
