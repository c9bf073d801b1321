import { collection } from '../../collections/collection.ts'
import { computed, line, optional, Phone, required } from '../../collections/fields.ts'
import { Amount, enumeration, Id, Instant, nullable, text } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { assertNoOpenShift } from './closing-queries.ts'
import {
  CashiersCountBlind,
  CashRounding,
  LabelLayouts,
  OpenPriceLimit,
  ShiftReportEmails,
  StoreCode,
  storeStatuses,
  taxRegions,
  timeZones,
} from './schema.ts'

export const stores = collection('shop.stores', {
  path: '/pos/stores',
  noun: 'store',
  plural: 'stores',
  tag: 'shop',
  domain: 'stores',
  // A command creates a store, with its team and sets; a store is closed, never deleted.
  writes: ['update'],
  till: ['read'],
  confirmed: [
    'status',
    'openPriceLimitCentavos',
    'cashiersSellOpenPrices',
    'cashiersCountBlind',
    'shiftReportEmails',
  ],
  storeColumn: 'id',
  fields: {
    merchantId: computed(Id),
    name: required(line(120)),
    code: required(StoreCode),
    phone: optional(nullable(Phone)),
    address: optional(nullable(text(500))),
    timeZone: optional(enumeration('TimeZone', timeZones)),
    taxRegion: optional(enumeration('TaxRegion', taxRegions)),
    cashRoundingCentavos: optional(CashRounding),
    labelLayouts: optional(LabelLayouts),
    openPriceLimitCentavos: optional(Amount, OpenPriceLimit),
    cashiersSellOpenPrices: optional(Type.Boolean()),
    cashiersCountBlind: optional(CashiersCountBlind),
    shiftReportEmails: optional(ShiftReportEmails),
    status: optional(enumeration('StoreStatus', storeStatuses)),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    name: { column: 'name_key', type: 'text' },
    code: { column: 'code', type: 'text' },
    createdAt: { column: 'created_at', type: 'instant' },
  },
  defaultSort: 'name',
  filters: { status: enumeration('StoreStatus', storeStatuses) },
  isSearched: true,
  constraints: { stores_merchant_id_code_key: 'code' },
  // A store closes after its drawers.
  check: async (tx, { merchantId, id, status }) => {
    if (status === 'CLOSED') await assertNoOpenShift(tx, merchantId as string, id)
  },
  refuses: ['shifts_open'],
})
