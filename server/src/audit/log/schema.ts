import {
  asParameter,
  closed,
  exportQuery,
  Id,
  Instant,
  Moment,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

const Facts = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'Never a secret',
})

export const AuditEntry = named(
  'AuditEntry',
  Type.Object(
    {
      id: Id,
      at: Instant,
      action: Type.String({ description: '`noun.verb`' }),
      entity: Type.String(),
      entityId: nullable(Type.String()),
      before: Facts,
      after: Facts,
      userId: nullable(Id),
      userName: nullable(
        Type.String({ description: 'null: the system, or a person whom the caller may not see' }),
      ),
      merchantId: nullable(Id),
      storeId: nullable(Id),
    },
    closed,
  ),
)
export type AuditEntry = Static<typeof AuditEntry>
export const AuditPage = page(AuditEntry)

const moment = (name: string, description: string) =>
  asParameter(name, Type.Optional({ ...Moment, description: `${description} (RFC 3339)` }))
const filters = {
  userId: Type.Optional({ ...Id, description: 'The account that acted' }),
  from: moment('FromInstant', 'Inclusive start'),
  until: moment('UntilInstant', 'Exclusive end'),
  entity: Type.Optional(text(60)),
  entityId: Type.Optional(text(100)),
  action: Type.Optional(text(60)),
}
const ofStore = { storeId: Type.Optional(Id), ...filters }
const ofPlatform = { merchantId: Type.Optional(Id), ...filters }
export const StoreAuditQuery = Type.Object({ ...ofStore, ...pageQuery }, closed)
export type StoreAuditQuery = Static<typeof StoreAuditQuery>
export const PlatformAuditQuery = Type.Object({ ...ofPlatform, ...pageQuery }, closed)
export type PlatformAuditQuery = Static<typeof PlatformAuditQuery>
export const StoreAuditExportQuery = Type.Object({ ...ofStore, ...exportQuery }, closed)
export type StoreAuditExportQuery = Static<typeof StoreAuditExportQuery>
export const PlatformAuditExportQuery = Type.Object({ ...ofPlatform, ...exportQuery }, closed)
export type PlatformAuditExportQuery = Static<typeof PlatformAuditExportQuery>
