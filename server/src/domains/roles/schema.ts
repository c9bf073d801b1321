import { Type } from 'typebox'
import { labels } from '../../authorization/access.ts'
import { closed, Id, Instant, nullable, oneOf, page, pageQuery, text } from '../../http/shapes.ts'
import { Email } from '../identity/schema.ts'

export const LabelHolder = Type.Object(
  {
    accountId: Id,
    email: Type.String(),
    name: Type.String(),
    label: oneOf(labels),
    grantedAt: Instant,
    grantedBy: nullable(Type.String({ description: 'Name of who granted it; null: the set-up link' })),
  },
  closed,
)
export const LabelHolderPage = page(LabelHolder)
export const LabelHolderQuery = Type.Object(pageQuery)
export const GrantLabel = Type.Object({ email: Email, label: oneOf(labels) }, closed)
export const HeldLabel = Type.Object({ accountId: Id, label: oneOf(labels) }, closed)

export const AccountStatus = Type.Object(
  { status: oneOf(['ACTIVE', 'BLOCKED']), reason: text(500, 3) },
  closed,
)
export const AccountWithStatus = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    status: oneOf(['ACTIVE', 'BLOCKED']),
  },
  closed,
)
