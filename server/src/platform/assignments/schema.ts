import { closed, Id, Instant, named, nullable, page, pageQuery } from '../../http/shapes.ts'
import { Email } from '../../identity/accounts/schema.ts'
import { type Static, Type } from '../../json-schema.ts'

export const Assignment = named(
  'AdminAssignment',
  Type.Object(
    {
      account: named('Account', Type.Object({ id: Id, email: Type.String(), name: Type.String() }, closed)),
      merchant: named('MerchantName', Type.Object({ id: Id, name: Type.String() }, closed)),
      isOwner: Type.Boolean({
        description: 'The account owns the merchant, which confines it like an assignment.',
      }),
      assignedBy: nullable(Id),
      assignedAt: nullable(Instant),
    },
    closed,
  ),
)
export type Assignment = Static<typeof Assignment>
export const AssignmentPage = page(Assignment)

export const AssignmentQuery = Type.Object({
  accountId: Type.Optional(Id),
  merchantId: Type.Optional(Id),
  ...pageQuery,
})
export type AssignmentQuery = Static<typeof AssignmentQuery>

export const NewAssignment = named(
  'NewAdminAssignment',
  Type.Object({ email: Email, merchantId: Id }, closed),
)
export type NewAssignment = Static<typeof NewAssignment>

export const HeldAssignment = Type.Object({ accountId: Id, merchantId: Id }, closed)
export type HeldAssignment = Static<typeof HeldAssignment>
