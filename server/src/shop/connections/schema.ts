import { AnswerableName, PausedReason } from '../../events/webhooks/schema.ts'
import {
  Amount,
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
import { type Static, Type } from '../../json-schema.ts'

const environments = ['sandbox', 'staging', 'live'] as const

/** A part of the credentials at the provider: printable, and never returned. */
const Secret = (description: string) =>
  Type.String({ minLength: 4, maxLength: 200, pattern: '^[\\x21-\\x39\\x3b-\\x7e]+$', description })

export const ById = Type.Object({ id: Id }, closed)

export const NewConnection = named(
  'NewConnection',
  Type.Object(
    {
      storeId: Type.Optional(Id),
      provider: enumeration('ConnectionProvider', ['dtone']),
      name: text(60),
      environment: Type.Optional(
        enumeration('ConnectionEnvironment', environments, 'The environment that this installation sells in'),
      ),
      apiKey: Secret('Write-only'),
      apiSecret: Secret('Write-only'),
    },
    closed,
  ),
)
export type NewConnection = Static<typeof NewConnection>

export const Connection = named(
  'Connection',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      provider: enumeration('ConnectionProvider', ['dtone']),
      environment: enumeration('ConnectionEnvironment', environments),
      name: Type.String(),
      credentials: named(
        'ConnectionCredentials',
        Type.Object(
          {
            lastFour: Type.String({
              description: 'Last four characters of the key; empty when the key is short',
            }),
            fingerprint: Type.String({ description: 'Equal for the same key and secret' }),
          },
          closed,
        ),
      ),
      balance: nullable(
        named(
          'ConnectionBalance',
          Type.Object(
            { availableCentavos: Amount, checkedAt: Instant },
            { ...closed, description: 'Balance at the provider' },
          ),
        ),
      ),
      createdAt: Instant,
      status: enumeration(
        'SwitchStatus',
        ['ACTIVE', 'PAUSED'],
        'PAUSED: funds no new sales until it is resumed',
      ),
      pausedAt: nullable(Instant),
      pausedReason: nullable(PausedReason),
      answerableName: AnswerableName,
    },
    closed,
  ),
)
export type Connection = Static<typeof Connection>
export const ConnectionPage = page(Connection)

export const ConnectionQuery = Type.Object({ storeId: Type.Optional(Id), ...pageQuery })
export type ConnectionQuery = Static<typeof ConnectionQuery>
