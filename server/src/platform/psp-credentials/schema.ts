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
import { type Static, Type } from '../../json-schema.ts'

const environments = ['sandbox', 'live'] as const

const Provider = Type.String({
  pattern: '^[a-z][a-z0-9_-]{1,39}$',
  description: 'Name of the payment provider, such as `conekta`',
})
/** The allowed characters are checked by `secrets.ts`, whose messages say what to do. */
const Secret = (description: string) => Type.String({ minLength: 8, maxLength: 4_000, description })

export const ById = Type.Object({ id: Id }, closed)

const secrets = {
  publicKey: Type.Optional(text(400)),
  webhookSecret: Type.Optional(Secret('Write-only: verifies that a message is from the provider')),
}

export const NewPspCredentials = named(
  'NewPspCredentials',
  Type.Object(
    {
      provider: Provider,
      environment: enumeration('PspEnvironment', environments),
      merchantId: Type.Optional({ ...Id, description: 'Omitted: for every merchant without its own' }),
      secretKey: Secret('Write-only: authenticates calls to the provider'),
      ...secrets,
    },
    closed,
  ),
)
export type NewPspCredentials = Static<typeof NewPspCredentials>

export const PspCredentialsChange = named(
  'PspCredentialsChange',
  Type.Object(
    {
      secretKey: Type.Optional(Secret('Write-only; omit it to keep the current one')),
      ...secrets,
      isActive: Type.Optional(Type.Boolean()),
    },
    { ...closed, minProperties: 1 },
  ),
)
export type PspCredentialsChange = Static<typeof PspCredentialsChange>

const face = {
  lastFour: Type.String(),
  fingerprint: Type.String({ description: 'Equal for equal secrets' }),
}
const SecretFace = named('MaskedSecret', Type.Object(face, closed))
export type SecretFace = Static<typeof SecretFace>

export const PspCredentials = named(
  'PspCredentials',
  Type.Object(
    {
      id: Id,
      provider: Type.String(),
      environment: enumeration('PspEnvironment', environments),
      merchantId: nullable({ ...Id, description: 'null: the platform’s' }),
      publicKey: nullable(Type.String()),
      secretKey: SecretFace,
      webhookSecret: nullable(SecretFace),
      isActive: Type.Boolean(),
      createdAt: Instant,
      updatedAt: Instant,
    },
    closed,
  ),
)
export type PspCredentials = Static<typeof PspCredentials>
export const PspCredentialsPage = page(PspCredentials)

export const PspCredentialsQuery = Type.Object(
  {
    provider: Type.Optional(Provider),
    environment: Type.Optional(enumeration('PspEnvironment', environments)),
    merchantId: Type.Optional(Id),
    ...pageQuery,
  },
  closed,
)
export type PspCredentialsQuery = Static<typeof PspCredentialsQuery>
