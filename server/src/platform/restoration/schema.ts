import { Amount, closed, enumeration, Id, Instant, list, named, nullable } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

/** What became of an act of authority that a restore has lost. */
const actStatuses = [
  'APPLIED',
  'NOTHING',
  'PROPOSED',
  'ACCEPTED',
  'DECLINED',
  'OUTDATED',
  'TO_REPEAT',
  'FAILED',
] as const

const Facts = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'As in the audit log; never a secret',
})

const RestoredAct = named(
  'RestoredAct',
  Type.Object(
    {
      id: Id,
      at: Instant,
      action: Type.String({ description: 'As in the audit log' }),
      status: enumeration(
        'RestoredActStatus',
        actStatuses,
        'APPLIED: taken away again. NOTHING: the database had it. PROPOSED: waits for a decision. TO_REPEAT: has to be done again where it was done. FAILED: has to be done by hand, then declined. OUTDATED: a later act is about the same',
      ),
      personName: nullable(Type.String({ description: 'Who had done it' })),
      subjectName: nullable(
        Type.String({ description: 'The person that it is about, the setting, or the id of the settlement' }),
      ),
      merchantName: nullable(Type.String()),
      storeName: nullable(Type.String()),
      before: Facts,
      after: Facts,
      problem: nullable(Type.String({ description: 'Why it FAILED' })),
      decidedAt: nullable(Instant),
    },
    closed,
  ),
)
export type RestoredAct = Static<typeof RestoredAct>

const RecoveredSale = named(
  'RecoveredSale',
  Type.Object(
    {
      saleId: Id,
      folio: Type.String(),
      productName: Type.String(),
      amountCentavos: Amount,
      merchantName: Type.String(),
      storeName: Type.String(),
    },
    closed,
  ),
)
export type RecoveredSale = Static<typeof RecoveredSale>

const UnreadList = named(
  'UnreadList',
  Type.Object(
    {
      connectionId: Id,
      connectionName: Type.String(),
      merchantName: Type.String(),
      storeName: Type.String(),
    },
    closed,
  ),
)
export type UnreadList = Static<typeof UnreadList>

export const Restoration = named(
  'Restoration',
  Type.Object(
    {
      id: Id,
      foundAt: Instant,
      dataUntil: Instant,
      listsReadAt: nullable(Instant),
      reconciledAt: nullable(Instant),
      acts: Type.Array(RestoredAct),
      recoveredSales: Type.Array(RecoveredSale, {
        description: 'Entered from the provider’s lists; complete once listsReadAt is set',
      }),
      unreadLists: Type.Array(UnreadList, {
        description:
          'Merchants’ own accounts whose lists could not be read: sales that they lost are not entered, and the connection, unless it was deleted, is paused until a manager resumes it',
      }),
    },
    closed,
  ),
)
export type Restoration = Static<typeof Restoration>
export const Restorations = list(Restoration)

export const ById = Type.Object({ id: Id }, closed)
export const ActDecision = named(
  'RestoredActDecision',
  Type.Object({ decision: enumeration('RestoredActVerdict', ['ACCEPTED', 'DECLINED']) }, closed),
)
