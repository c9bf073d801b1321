import { collection } from '../../collections/collection.ts'
import { computed, Email, line, optional, Phone, required } from '../../collections/fields.ts'
import { enumeration, Id, Instant, nullable } from '../../http/shapes.ts'
import { assertOwnEntrance, endSessions } from './code-queries.ts'
import { EmployeeCode } from './schema.ts'

const statuses = ['ACTIVE', 'INACTIVE'] as const

export const employees = collection('shop.employees', {
  path: '/pos/employees',
  noun: 'employee',
  plural: 'employees',
  tag: 'shop',
  domain: 'staff',
  writes: ['create', 'update', 'delete'],
  confirmed: ['status'],
  storeColumn: 'store_id',
  fields: {
    // Without one the person is on the payroll but has no account.
    membershipId: computed(nullable(Id)),
    name: required(line(120)),
    email: optional(nullable(Email)),
    phone: optional(nullable(Phone)),
    // What the person types at a till; created with the first PIN.
    code: optional(nullable(EmployeeCode)),
    position: optional(nullable(line(80))),
    status: optional(enumeration('EmployeeStatus', statuses)),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    name: { column: 'name_key', type: 'text' },
    createdAt: { column: 'created_at', type: 'instant' },
  },
  defaultSort: 'name',
  filters: { status: enumeration('EmployeeStatus', statuses), membershipId: Id, code: EmployeeCode },
  isSearched: true,
  constraints: { employees_code: 'code' },
  prepare: async (tx, { merchantId, id }, values) => {
    if ('code' in values || 'status' in values) await assertOwnEntrance(tx, merchantId, id)
    if (values['status'] === 'INACTIVE') await endSessions(tx, merchantId, id)
  },
  keeps: 'This person has had an account here, so the record is kept. End the membership instead.',
})
