import { type Static, Type } from 'typebox'
import { storeRoles } from '../../authorization/matrix.ts'
import { Email, line } from '../../collections/fields.ts'
import { closed, enumeration, Id, Instant, named, nullable, page, pageQuery } from '../../http/shapes.ts'

const Role = enumeration('StoreRole', storeRoles)

/** Why what somebody made pauses by itself: whoever answers for it may not make it any more. */
export const PausedReason = enumeration('PausedReason', [
  'membership_ended',
  'role_lowered',
  'owner_changed',
  'account_blocked',
])

export const AnswerableName = nullable({
  ...Type.String(),
  description:
    'Who answers for it: whoever made it, changed where it leads, or resumed it last. Null: not for the caller to know',
})

export const ById = Type.Object({ id: Id }, closed)

export const StaffQuery = Type.Object({ storeId: Type.Optional(Id), ...pageQuery }, closed)
export type StaffQuery = Static<typeof StaffQuery>

export const Membership = named(
  'Membership',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      accountId: Id,
      name: Type.String(),
      email: Type.String(),
      role: Role,
      createdAt: Instant,
    },
    closed,
  ),
)
export type Membership = Static<typeof Membership>
export const MembershipPage = page(Membership)

export const ChangeRole = named('RoleChange', Type.Object({ role: Role }, closed))

export const CreateInvite = named('NewInvite', Type.Object({ storeId: Id, email: Email, role: Role }, closed))
export type CreateInvite = Static<typeof CreateInvite>

const invite = {
  id: Id,
  storeId: Id,
  email: Type.String(),
  role: Role,
  createdAt: Instant,
  expiresAt: Instant,
}
export const Invite = named('Invite', Type.Object(invite, closed))
export type Invite = Static<typeof Invite>
export const InvitePage = page(Invite)

export const Assistance = named('AssistanceReason', Type.Object({ reason: line(300) }, closed))
/** What the platform sees of an invitation that it has helped: no address, and no token. */
export const ResentInvite = named(
  'ResentInvite',
  Type.Object({ id: Id, merchantId: Id, storeId: nullable(Id), expiresAt: Instant }, closed),
)
export type ResentInvite = Static<typeof ResentInvite>

export const InviteManager = named(
  'NewManagerInvite',
  Type.Object({ storeId: Id, email: Email, reason: line(300) }, closed),
)
export type InviteManager = Static<typeof InviteManager>

export const NewInvite = named(
  'CreatedInvite',
  Type.Object(
    {
      ...invite,
      token: Type.String({ description: 'Shown this once' }),
      url: Type.String({ description: 'Where the invited person accepts; carries the token' }),
    },
    closed,
  ),
)
export type NewInvite = Static<typeof NewInvite>
