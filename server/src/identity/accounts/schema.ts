import { labels } from '../../authorization/access.ts'
import { storeRoles } from '../../authorization/matrix.ts'
import { closed, enumeration, Id, Instant, list, named, nullable, text } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const PersonName = text(120)
export const Token = named(
  'Token',
  Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: '256 bits, base64url; shown once' }),
)
/** Any text sent as a password; its strength is checked elsewhere. */
const Password = Type.String({ minLength: 1, maxLength: 200 })
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Six digits, or a recovery code where one is accepted',
})

export const Account = named(
  'Account',
  Type.Object({ id: Id, email: Type.String(), name: Type.String() }, closed),
)
export const SessionOpened = named('Session', Type.Object({ token: Token, account: Account }, closed))
export type SessionOpened = Static<typeof SessionOpened>

export const SignIn = named(
  'Credentials',
  Type.Object({ email: text(254, 3), password: Password, totp: Type.Optional(Code) }, closed),
)
export type SignIn = Static<typeof SignIn>

export const SetupNeed = named('SetupStatus', Type.Object({ needed: Type.Boolean() }, closed))
export const FirstAdmin = named(
  'NewFirstAdmin',
  Type.Object({ token: Token, email: Email, name: PersonName, password: Password }, closed),
)
export type FirstAdmin = Static<typeof FirstAdmin>

/** The token of a mailed link: an invitation, or the cancellation of a second-factor reset. */
export const LinkToken = named('LinkToken', Type.Object({ token: Token }, closed))
export const InviteFace = named(
  'InvitePreview',
  Type.Object(
    {
      email: Type.String(),
      merchantName: Type.String(),
      storeName: nullable(Type.String()),
      role: nullable(enumeration('StoreRole', storeRoles, 'null: owner of the merchant')),
      needsPassword: Type.Boolean({
        description: 'true: the person chooses name and password; false: they send their existing password',
      }),
      personName: nullable({
        ...Type.String(),
        description:
          'The member who adds this e-mail to their account: they keep their name, choose a password and send the PIN that they chose at the till',
      }),
      expiresAt: Instant,
    },
    closed,
  ),
)
export const AcceptInvite = named(
  'InviteAcceptance',
  Type.Object(
    {
      token: Token,
      name: Type.Optional(PersonName),
      password: Type.Optional(Password),
      totp: Type.Optional(Code),
      pin: Type.Optional(text(20)),
    },
    closed,
  ),
)
export type AcceptInvite = Static<typeof AcceptInvite>

export const AskReset = named('NewPasswordReset', Type.Object({ email: text(254, 3) }, closed))
export const ResetAsked = named(
  'PasswordResetRequested',
  Type.Object(
    { isMailed: Type.Boolean({ description: 'false: no mail server; ask the owner or an administrator' }) },
    closed,
  ),
)
export const RedeemReset = named(
  'PasswordResetUse',
  Type.Object({ token: Token, password: Password }, closed),
)
export type RedeemReset = Static<typeof RedeemReset>
export const ResetLink = named(
  'PasswordResetLink',
  Type.Object({ url: Type.String(), expiresAt: Instant }, closed),
)
export type ResetLink = Static<typeof ResetLink>
export const ById = Type.Object({ id: Id }, closed)

export const NewFactorReset = named(
  'NewSecondFactorReset',
  Type.Object({ email: Email, reason: text(500, 3) }, closed),
)
export type NewFactorReset = Static<typeof NewFactorReset>
export const FactorReset = named(
  'SecondFactorReset',
  Type.Object(
    {
      id: Id,
      account: Account,
      requestedBy: Type.String({ description: 'Name of the administrator' }),
      reason: Type.String(),
      createdAt: Instant,
      takesEffectAt: Instant,
    },
    closed,
  ),
)
export const FactorResets = list(FactorReset)

export const ChangePassword = named(
  'PasswordChange',
  Type.Object({ currentPassword: Password, newPassword: Password }, closed),
)
export type ChangePassword = Static<typeof ChangePassword>
export const Confirmation = named('PasswordConfirmation', Type.Object({ password: Password }, closed))
export const ConfirmSession = named(
  'SessionConfirmation',
  Type.Object({ password: Password, totp: Type.Optional(Code) }, closed),
)
export type ConfirmSession = Static<typeof ConfirmSession>
export const SessionConfirmed = named('ConfirmedSession', Type.Object({ confirmedUntil: Instant }, closed))
export type SessionConfirmed = Static<typeof SessionConfirmed>
export const Enrolment = named(
  'SecondFactorEnrolment',
  Type.Object(
    { secret: Type.String({ description: 'Base32, for apps that cannot scan' }), otpauthUrl: Type.String() },
    closed,
  ),
)
export const EnrolmentCode = named('SecondFactorCode', Type.Object({ code: Code }, closed))
export const RecoveryCodes = named(
  'RecoveryCodes',
  Type.Object({ recoveryCodes: Type.Array(Type.String()) }, closed),
)
export const DisableSecondFactor = named(
  'SecondFactorRemoval',
  Type.Object({ password: Password, code: Code }, closed),
)
export type DisableSecondFactor = Static<typeof DisableSecondFactor>

export const merchantStatuses = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const
const reasons = [
  'mfa_required',
  'admin_only',
  'merchant_suspended',
  'no_store',
  'role_too_low',
  'password_required',
  'restored',
] as const
const NavigationItem = named(
  'NavigationItem',
  Type.Object(
    {
      key: Type.String(),
      isAllowed: Type.Boolean(),
      reason: nullable(enumeration('RefusalReason', reasons, 'Why it is not allowed')),
    },
    closed,
  ),
)
const MyMerchant = named(
  'ProfileMerchant',
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      status: enumeration('MerchantStatus', merchantStatuses),
      isOwner: Type.Boolean(),
    },
    closed,
  ),
)
export type MyMerchant = Static<typeof MyMerchant>
export const Me = named(
  'Profile',
  Type.Object(
    {
      account: named(
        'ProfileAccount',
        Type.Object(
          {
            id: Id,
            email: nullable({
              ...Type.String(),
              description: 'null: a cashier without an e-mail, who signs in only at tills',
            }),
            name: Type.String(),
            secondFactor: Type.Boolean({ description: 'A second factor is enrolled' }),
            secondFactorResetAt: nullable(Instant),
          },
          closed,
        ),
      ),
      labels: Type.Array(enumeration('PlatformLabel', labels)),
      merchants: {
        ...Type.Array(MyMerchant),
        description: 'Merchants that the caller owns, then those they only work for',
      },
      stores: Type.Array(
        named(
          'ProfileStore',
          Type.Object(
            {
              storeId: Id,
              merchantId: Id,
              name: Type.String(),
              code: Type.String(),
              timeZone: Type.String({
                description: 'IANA name; the store’s days begin at midnight in this zone',
              }),
              role: enumeration('StoreRole', storeRoles),
              scopes: Type.Array(Type.String()),
              pages: {
                ...Type.Array(Type.String()),
                description:
                  'Keys of the pages in `navigation` that the caller’s role in this store may open',
              },
            },
            closed,
          ),
        ),
      ),
      terminalId: nullable({
        ...Id,
        description: 'Signed in at this terminal with code and PIN; acts only in its store',
      }),
      navigation: Type.Array(
        named(
          'NavigationGroup',
          Type.Object(
            {
              group: enumeration('NavigationGroupKey', ['MI_NEGOCIO', 'ADMINISTRACION']),
              items: Type.Array(NavigationItem),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type Me = Static<typeof Me>
