import { type Static, Type } from 'typebox'
import { line, Phone } from '../../collections/fields.ts'
import { closed, enumeration, named, nullable, text } from '../../http/shapes.ts'

export const storeStatuses = ['ACTIVE', 'CLOSED'] as const
/** VAT of 16 % or, in the northern border region, of 8 %. */
export const taxRegions = ['GENERAL', 'BORDER'] as const

/** The IANA zones of Mexico: the business day of a store begins and ends in one of them. */
export const timeZones = [
  'America/Mexico_City',
  'America/Bahia_Banderas',
  'America/Cancun',
  'America/Chihuahua',
  'America/Ciudad_Juarez',
  'America/Hermosillo',
  'America/Matamoros',
  'America/Mazatlan',
  'America/Merida',
  'America/Monterrey',
  'America/Ojinaga',
  'America/Tijuana',
] as const

export const StoreCode = Type.String({
  pattern: '^[A-Z0-9-]{1,12}$',
  description: 'Short, on receipts and folios; unique within the merchant',
})

export const CreateStore = named(
  'NewStore',
  Type.Object(
    {
      merchantId: Type.Optional(
        Type.String({ format: 'uuid', description: 'Needed by whoever owns several merchants' }),
      ),
      name: line(120),
      code: StoreCode,
      phone: Type.Optional(nullable(Phone)),
      address: Type.Optional(nullable(text(500))),
      timeZone: Type.Optional(enumeration('TimeZone', timeZones)),
      taxRegion: Type.Optional(enumeration('TaxRegion', taxRegions)),
    },
    closed,
  ),
)
export type CreateStore = Static<typeof CreateStore>

/** Coins too small to be had: a cash payment is rounded to the nearest of these, and the order says by how much. */
export const CashRounding = Type.Union(
  [0, 10, 50, 100].map((step) => Type.Literal(step)),
  { description: 'To how many centavos cash is rounded; 0 for not at all' },
)
