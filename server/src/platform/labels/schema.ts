import { labels } from '../../authorization/access.ts'
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
import { Email } from '../../identity/accounts/schema.ts'
import { Type } from '../../json-schema.ts'

export const LabelHolder = named(
  'PlatformRole',
  Type.Object(
    {
      accountId: Id,
      email: Type.String(),
      name: Type.String(),
      label: enumeration('PlatformLabel', labels),
      grantedAt: Instant,
      grantedBy: nullable(
        Type.String({ description: 'Name of the person who granted it; null: the set-up link' }),
      ),
    },
    closed,
  ),
)
export const LabelHolderPage = page(LabelHolder)
export const LabelHolderQuery = Type.Object(pageQuery)
export const GrantLabel = named(
  'NewPlatformRole',
  Type.Object({ email: Email, label: enumeration('PlatformLabel', labels) }, closed),
)
export const HeldLabel = Type.Object({ accountId: Id, label: enumeration('PlatformLabel', labels) }, closed)

export const AccountStatus = named(
  'AccountStatusChange',
  Type.Object({ status: enumeration('AccountStatus', ['ACTIVE', 'BLOCKED']), reason: text(500, 3) }, closed),
)
export const AccountWithStatus = named(
  'AccountWithStatus',
  Type.Object(
    {
      id: Id,
      email: nullable(Type.String()),
      name: Type.String(),
      status: enumeration('AccountStatus', ['ACTIVE', 'BLOCKED']),
    },
    closed,
  ),
)
