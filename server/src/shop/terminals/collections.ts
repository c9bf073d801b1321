import { collection } from '../../collections/collection.ts'
import { computed, line, optional, required } from '../../collections/fields.ts'
import { enumeration, Instant, nullable } from '../../http/shapes.ts'
import { disableRecord } from './queries.ts'
import { terminalStatuses } from './schema.ts'

export const terminals = collection('shop.terminals', {
  path: '/pos/terminals',
  keyFamily: 'TERMINALS',
  noun: 'terminal',
  plural: 'terminals',
  tag: 'shop',
  domain: 'stores',
  writes: ['create', 'update', 'delete'],
  isReferenced: true,
  till: ['list'],
  confirmed: ['status'],
  storeColumn: 'store_id',
  fields: {
    name: required(line(60)),
    status: optional(enumeration('TerminalStatus', terminalStatuses)),
    // When a device was enabled as this terminal; null: none.
    deviceEnabledAt: computed(nullable(Instant)),
    createdAt: computed(Instant),
    updatedAt: computed(Instant),
  },
  sorts: {
    name: { column: 'name_key', type: 'text' },
    createdAt: { column: 'created_at', type: 'instant' },
  },
  defaultSort: 'name',
  filters: { status: enumeration('TerminalStatus', terminalStatuses) },
  isSearched: true,
  // As the command does.
  prepare: async (tx, terminal, values) => {
    if (values['status'] === 'DISABLED') await disableRecord(tx, terminal)
  },
  constraints: { terminals_merchant_id_store_id_name_key: 'name' },
})
