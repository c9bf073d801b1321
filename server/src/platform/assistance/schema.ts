import { WholeTheme } from '../../catalog/themes/schema.ts'
import { type AsJson, closed, enumeration, Id, Instant, named, nullable } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const ById = Type.Object({ id: Id }, closed)

const Terminal = named(
  'AssistanceTerminal',
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      status: enumeration('TerminalStatus', ['ENABLED', 'DISABLED']),
      deviceEnabledAt: nullable({ ...Instant, description: 'null: no device is enabled' }),
    },
    closed,
  ),
)

const OpenInvite = named(
  'AssistanceInvite',
  Type.Object(
    {
      id: Id,
      storeId: nullable(Id),
      role: nullable(
        enumeration(
          'StoreRole',
          ['cashier', 'supervisor', 'manager'],
          'null: invited as owner of the merchant',
        ),
      ),
      maskedEmail: Type.String({ description: '`l…@example.com`' }),
      createdAt: Instant,
      expiresAt: { ...Instant, description: 'May be in the past; renewing the invitation extends it' },
    },
    closed,
  ),
)

export const Assistance = named(
  'MerchantAssistance',
  Type.Object(
    {
      theme: WholeTheme,
      stores: Type.Array(
        named(
          'AssistanceStore',
          Type.Object(
            { id: Id, name: Type.String(), status: Type.String(), terminals: Type.Array(Terminal) },
            closed,
          ),
        ),
      ),
      invites: Type.Array(OpenInvite, { description: 'Neither accepted nor withdrawn, newest first' }),
    },
    closed,
  ),
)
export type Assistance = AsJson<Static<typeof Assistance>>
