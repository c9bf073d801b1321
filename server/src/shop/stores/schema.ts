import { Email, line, Phone } from '../../collections/fields.ts'
import { amountInput, closed, enumeration, named, nullable, text } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const storeStatuses = ['ACTIVE', 'CLOSED'] as const
/** VAT of 16 % or, in the northern border region, of 8 %. */
export const taxRegions = ['GENERAL', 'BORDER'] as const

/** The IANA time zones of Mexico; a store's business day is a day in one of them. */
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
  description: 'Short code beside the folio on receipts; unique within the merchant',
})

export const CreateStore = named(
  'NewStore',
  Type.Object(
    {
      merchantId: Type.Optional(
        Type.String({ format: 'uuid', description: 'Required for owners of several merchants' }),
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

export const LabelLayouts = Type.Array(
  Type.String({
    minLength: 13,
    maxLength: 13,
    pattern: '^2[0-9]{1,4}X{0,2}I{2,6}X{0,2}(W{4,6}|P{4,6}|N{2,5})X{0,2}C$',
  }),
  {
    maxItems: 8,
    description:
      'Layouts of the EAN-13 labels that the store’s scale prints, such as 20IIIIIWWWWWC. I: code of the goods, W: grams, P: centavos, N: pieces, X: ignored, C: check digit',
  },
)

/** The limit applies to the price of one unit. */
export const OpenPriceLimit = amountInput({
  description: 'The highest unit price that may be entered for a product with an open price',
})

/**
 * Cash payments are rounded to the nearest of these when small coins are scarce; the order records the
 * difference.
 */
export const CashRounding = Type.Union(
  [0, 10, 50, 100].map((step) => Type.Literal(step)),
  { description: 'Cash totals are rounded to this many centavos; 0 disables rounding' },
)

export const CashiersCountBlind = Type.Boolean({
  description:
    'Cashiers count the drawer without knowing the expected cash: until their shift is closed they cannot read its ' +
    'totals, and no difference is refused for want of a reason',
})

export const ShiftReportEmails = Type.Array(Email, {
  maxItems: 5,
  uniqueItems: true,
  description: 'The Z report of every closed shift is mailed to these addresses',
})
