import { storeRoles } from '../../authorization/matrix.ts'
import { Email, line } from '../../collections/fields.ts'
import { closed, enumeration, Id, Instant, named, nullable, page, pageQuery } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

const Role = enumeration('StoreRole', storeRoles)

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
      email: nullable({
        ...Type.String(),
        description: 'With which the person signs in; null: only at tills, with code and PIN',
      }),
      role: Role,
      pinRefusal: nullable(
        enumeration(
          'PinRefusal',
          ['role_too_low', 'owner_only'],
          'Why the caller may not give this person a PIN for tills; null: they may',
        ),
      ),
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

export const AddEmail = named(
  'NewEmailInvite',
  Type.Object(
    { email: { ...Email, description: 'With which the person will sign in; no account has it yet' } },
    closed,
  ),
)

const invite = {
  id: Id,
  storeId: Id,
  email: Type.String(),
  role: Role,
  membershipId: nullable({
    ...Id,
    description:
      'The member who adds this e-mail by accepting; null: whoever has the address joins the store',
  }),
  createdAt: Instant,
  expiresAt: Instant,
}
export const Invite = named('Invite', Type.Object(invite, closed))
export type Invite = Static<typeof Invite>
export const InvitePage = page(Invite)

export const Assistance = named('AssistanceReason', Type.Object({ reason: line(300) }, closed))
/** What the platform sees of an invitation that it renewed: no address, and no token. */
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
      token: Type.String({ description: 'Shown once' }),
      url: Type.String({ description: 'Where the invited person accepts; contains the token' }),
    },
    closed,
  ),
)
export type NewInvite = Static<typeof NewInvite>

export const EmployeeCode = Type.String({
  pattern: '^[0-9A-Z]{4,8}$',
  description: 'Four to eight digits and capital letters; unique in the store',
})
const NewPin = Type.String({
  pattern: '^[0-9]{4,8}$',
  description: 'Four to eight digits without repetitions or sequences; default: six random digits',
})
const Typed = Type.String({ minLength: 1, maxLength: 20 })

export const MintPin = named(
  'NewEmployeePin',
  Type.Object(
    {
      code: Type.Optional({ ...EmployeeCode, description: 'Default: the current code, or a new one' }),
      pin: Type.Optional(NewPin),
    },
    closed,
  ),
)
export type MintPin = Static<typeof MintPin>

export const MintedPin = named(
  'EmployeePin',
  Type.Object(
    {
      employeeId: Id,
      code: Type.String(),
      pin: Type.String({ description: 'Shown once; works once, to choose your own PIN at a terminal' }),
      expiresAt: Instant,
    },
    closed,
  ),
)
export type MintedPin = Static<typeof MintedPin>

export const NewCashier = named(
  'NewCashier',
  Type.Object(
    {
      storeId: Id,
      name: line(120),
      code: Type.Optional({ ...EmployeeCode, description: 'Default: a new one' }),
    },
    closed,
  ),
)
export type NewCashier = Static<typeof NewCashier>

export const Cashier = named(
  'Cashier',
  Type.Object(
    {
      employeeId: Id,
      membershipId: Id,
      accountId: Id,
      storeId: Id,
      name: Type.String(),
      code: Type.String(),
      pin: nullable({
        ...Type.String(),
        description:
          'Shown once, so null in a replay; works once, to choose your own PIN at a terminal. If it is lost, generate another.',
      }),
      expiresAt: Instant,
    },
    closed,
  ),
)
export type Cashier = Static<typeof Cashier>

/** What an employee types at a till; case is ignored. */
export const TypedCredentials = named('TillCredentials', Type.Object({ code: Typed, pin: Typed }, closed))
export type TypedCredentials = Static<typeof TypedCredentials>

/** The current PIN, generated or chosen, and its replacement. */
export const PinChoice = named('PinChoice', Type.Object({ code: Typed, pin: Typed, newPin: NewPin }, closed))
export type PinChoice = Static<typeof PinChoice>
