import { type Static, Type } from 'typebox'
import { labels } from '../../authorization/access.ts'
import { storeRoles } from '../../authorization/matrix.ts'
import { closed, Id, Instant, nullable, oneOf, text } from '../../http/shapes.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const PersonName = text(120)
export const Token = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: '256 bits, base64url; shown once',
})
/** What somebody claims to be a password: how strong it is, is judged elsewhere. */
const Password = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits, or a recovery code where one is accepted',
})

export const Account = Type.Object({ id: Id, email: Type.String(), name: Type.String() }, closed)
export const SessionOpened = Type.Object({ token: Token, account: Account }, closed)
export type SessionOpened = Static<typeof SessionOpened>

export const SignIn = Type.Object(
  { email: text(254, 3), password: Password, totp: Type.Optional(Code) },
  closed,
)
export type SignIn = Static<typeof SignIn>

export const SetupNeed = Type.Object({ needed: Type.Boolean() }, closed)
export const FirstAdmin = Type.Object(
  { token: Token, email: Email, name: PersonName, password: Password },
  closed,
)
export type FirstAdmin = Static<typeof FirstAdmin>

export const InviteToken = Type.Object({ token: Token }, closed)
export const InviteFace = Type.Object(
  {
    email: Type.String(),
    merchantName: Type.String(),
    storeName: nullable(Type.String()),
    role: nullable(oneOf(storeRoles, 'null: owner of the merchant')),
    needsPassword: Type.Boolean({ description: 'Choose name and password; else the password you have' }),
    expiresAt: Instant,
  },
  closed,
)
export const AcceptInvite = Type.Object(
  {
    token: Token,
    name: Type.Optional(PersonName),
    password: Type.Optional(Password),
    totp: Type.Optional(Code),
  },
  closed,
)
export type AcceptInvite = Static<typeof AcceptInvite>

export const ChangePassword = Type.Object({ currentPassword: Password, newPassword: Password }, closed)
export type ChangePassword = Static<typeof ChangePassword>
export const Confirmation = Type.Object({ password: Password }, closed)
export const ConfirmSession = Type.Object({ password: Password, totp: Type.Optional(Code) }, closed)
export type ConfirmSession = Static<typeof ConfirmSession>
export const SessionConfirmed = Type.Object({ confirmedUntil: Instant }, closed)
export type SessionConfirmed = Static<typeof SessionConfirmed>
export const Enrolment = Type.Object(
  { secret: Type.String({ description: 'Base32, for apps that cannot scan' }), otpauthUrl: Type.String() },
  closed,
)
export const EnrolmentCode = Type.Object({ code: Code }, closed)
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) }, closed)
export const DisableSecondFactor = Type.Object({ password: Password, code: Code }, closed)
export type DisableSecondFactor = Static<typeof DisableSecondFactor>

export const merchantStatuses = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const
const reasons = [
  'mfa_required',
  'admin_only',
  'merchant_suspended',
  'no_store',
  'role_too_low',
  'password_required',
] as const
const NavigationItem = Type.Object(
  {
    key: Type.String(),
    isAllowed: Type.Boolean(),
    reason: nullable(oneOf(reasons, 'Why it is not allowed')),
  },
  closed,
)
export const Me = Type.Object(
  {
    account: Type.Object(
      {
        id: Id,
        email: Type.String(),
        name: Type.String(),
        secondFactor: Type.Boolean({ description: 'A second factor is enrolled' }),
      },
      closed,
    ),
    labels: Type.Array(oneOf(labels)),
    merchant: Type.Unsafe<MyMerchant | null>({
      type: ['object', 'null'],
      description: 'The merchant that the caller owns, else the one it works for',
      properties: {
        id: Id,
        name: Type.String(),
        status: oneOf(merchantStatuses),
        isOwner: Type.Boolean(),
      },
      required: ['id', 'name', 'status', 'isOwner'],
      ...closed,
    }),
    stores: Type.Array(
      Type.Object(
        {
          storeId: Id,
          merchantId: Id,
          name: Type.String(),
          code: Type.String(),
          role: oneOf(storeRoles),
          scopes: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
    terminalId: nullable({
      ...Id,
      description: 'Signed in at this terminal, with code and PIN: acts in its store alone',
    }),
    navigation: Type.Array(
      Type.Object(
        { group: oneOf(['MI_NEGOCIO', 'ADMINISTRACION']), items: Type.Array(NavigationItem) },
        closed,
      ),
    ),
  },
  closed,
)
export type Me = Static<typeof Me>
export interface MyMerchant {
  readonly id: string
  readonly name: string
  readonly status: (typeof merchantStatuses)[number]
  readonly isOwner: boolean
}
