import { verificationStatuses } from '../../authorization/standing.ts'
import { line } from '../../collections/fields.ts'
import {
  closed,
  enumeration,
  Id,
  Instant,
  named,
  nullable,
  page,
  pageQuery,
  text,
} from '../../http/shapes.ts'
import { Account, Email, merchantStatuses, PersonName, Token } from '../../identity/accounts/schema.ts'
import { type Static, Type } from '../../json-schema.ts'

export const Merchant = named(
  'Merchant',
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      tradeName: nullable(Type.String()),
      rfc: nullable(Type.String()),
      owner: Account,
      status: enumeration('MerchantStatus', merchantStatuses),
      statusReason: nullable(Type.String()),
      isVerified: Type.Boolean(),
      verificationStatus: enumeration('VerificationStatus', verificationStatuses),
      databaseId: Type.String({ description: 'The place that has the merchant’s rows' }),
      createdAt: Instant,
    },
    closed,
  ),
)
export type Merchant = Static<typeof Merchant>
export const MerchantPage = page(Merchant)

export const MerchantQuery = Type.Object(
  {
    q: Type.Optional(text(100)),
    status: Type.Optional(enumeration('MerchantStatus', merchantStatuses)),
    verification: Type.Optional(enumeration('VerificationStatus', verificationStatuses)),
    ...pageQuery,
  },
  closed,
)
export type MerchantQuery = Static<typeof MerchantQuery>

export const Closing = named(
  'MerchantClosing',
  Type.Object(
    { name: { ...text(200), description: 'The merchant’s name, as a confirmation' }, reason: text(500, 3) },
    closed,
  ),
)
export type Closing = Static<typeof Closing>

export const DiagnosisQuery = Type.Object({ storeId: Type.Optional(Id), terminalId: Type.Optional(Id) })
export type DiagnosisQuery = Static<typeof DiagnosisQuery>

export const Diagnosis = named(
  'MerchantDiagnosis',
  Type.Object(
    {
      canOperate: Type.Boolean({ description: 'No condition prevents all operation' }),
      canSellServices: Type.Boolean({ description: 'No condition prevents airtime, PINs and bill payments' }),
      conditions: Type.Array(
        named(
          'DiagnosisCondition',
          Type.Object(
            {
              subject: enumeration('ConditionSubject', ['platform', 'merchant', 'store', 'terminal']),
              code: Type.String(),
              isMet: Type.Boolean(),
              stops: enumeration(
                'ConditionEffect',
                ['everything', 'services', 'nothing'],
                'The effect while it is not met',
              ),
              remedy: Type.String({ description: 'What to do when it is not met' }),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type Diagnosis = Static<typeof Diagnosis>

export const ById = Type.Object({ id: Id }, closed)

/** It is stored as it is seen, with single spaces. */
const Name = line(200)

export const CreateMerchant = named(
  'NewMerchant',
  Type.Object(
    {
      name: Name,
      tradeName: Type.Optional(Name),
      rfc: Type.Optional(
        Type.String({
          pattern: '^[A-ZÑ&]{3,4}\\d{6}[A-Z0-9]{2}[0-9A]$',
          description: '12 characters for a company, 13 for a person',
        }),
      ),
      timeZone: Type.Optional(text(60)),
      databaseId: Type.Optional({
        ...text(40),
        description:
          'The place that gets the merchant’s rows. Default: the open one with the fewest merchants for each of its nodes',
      }),
      owner: named('NewOwner', Type.Object({ email: Email, name: PersonName }, closed)),
    },
    closed,
  ),
)
export type CreateMerchant = Static<typeof CreateMerchant>

const Invitation = named(
  'OwnerInvite',
  Type.Object(
    {
      token: nullable({ ...Token, description: 'Shown once: null in a replay' }),
      url: nullable(Type.String({ description: 'Contains the token; shown once' })),
      expiresAt: Instant,
    },
    closed,
  ),
)
export const CreatedMerchant = named(
  'CreatedMerchant',
  Type.Object(
    {
      merchant: Merchant,
      invite: Type.Unsafe<Static<typeof Invitation> | null>({ ...Invitation, type: ['object', 'null'] }),
    },
    closed,
  ),
)
export type CreatedMerchant = Static<typeof CreatedMerchant>

export const OwnerChange = named(
  'OwnerChange',
  Type.Object(
    {
      owner: named('NewOwner', Type.Object({ email: Email, name: PersonName }, closed)),
      reason: text(500, 3),
    },
    closed,
  ),
)
export type OwnerChange = Static<typeof OwnerChange>

export const MerchantStatus = named(
  'MerchantStatusChange',
  Type.Object(
    { status: enumeration('MerchantSwitch', ['ACTIVE', 'SUSPENDED']), reason: text(500, 3) },
    closed,
  ),
)
export type MerchantStatus = Static<typeof MerchantStatus>
