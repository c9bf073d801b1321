import { collection } from '../../collections/collection.ts'
import { computed, Email, line, optional, Phone, required } from '../../collections/fields.ts'
import { Instant, nullable, text } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { assertRfc, rfcPattern } from './rfc.ts'

const Rfc = Type.String({
  pattern: rfcPattern,
  description:
    'Tax id (Registro Federal de Contribuyentes), in capitals; XAXX010101000 is the general public',
})

export const customers = collection('selling.customers', {
  path: '/pos/customers',
  noun: 'customer',
  plural: 'customers',
  tag: 'selling',
  domain: 'sales',
  writes: ['create', 'update', 'delete'],
  isReferenced: true,
  till: ['list', 'read', 'create'],
  storeColumn: 'store_id',
  fields: {
    name: required(line(160)),
    email: optional(nullable(Email)),
    phone: optional(nullable(Phone)),
    rfc: optional(nullable(Rfc)),
    notes: optional(nullable(text(2_000))),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    name: { column: 'name_key', type: 'text' },
    createdAt: { column: 'created_at', type: 'instant' },
    updatedAt: { column: 'updated_at', type: 'instant' },
  },
  defaultSort: 'name',
  filters: { rfc: Rfc, email: Email, phone: Phone },
  isSearched: true,
  constraints: {},
  check: assertRfc,
})
