import {
  amountInput,
  closed,
  Id,
  Instant,
  type JsonIn,
  NullableAmount,
  named,
  nullable,
  text,
  versionInput,
} from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'
import { VasKind } from '../sales/schema.ts'

const mostFee = 100_000

const Share = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'The merchant’s share of the margin between face value and wholesale price, in basis points',
})
const parts = { kind: VasKind, providerId: nullable(Id) }

/** One line: for a kind, or for one provider of it. Null values come from the next line that covers it. */
const TermLine = named(
  'VasTermLine',
  Type.Object(
    {
      ...parts,
      isOffered: nullable(Type.Boolean()),
      shareBps: nullable(Share),
      feeCentavos: NullableAmount,
    },
    closed,
  ),
)

const TermLineInput = named(
  'NewVasTermLine',
  Type.Object(
    {
      kind: VasKind,
      providerId: Type.Optional({ ...nullable(Id), description: 'Omitted: for the whole kind' }),
      isOffered: Type.Optional(nullable(Type.Boolean())),
      shareBps: Type.Optional(nullable(Share)),
      feeCentavos: Type.Optional(nullable(amountInput({ maximum: mostFee }))),
    },
    closed,
  ),
)

/** The effective terms of a kind, from whichever line. */
const Effective = named(
  'EffectiveVasTerms',
  Type.Object(
    {
      kind: VasKind,
      isOffered: Type.Boolean(),
      shareBps: Share,
      feeCentavos: Type.Integer({ description: 'Whole centavos of MXN' }),
    },
    closed,
  ),
)

export const TermSheet = named(
  'VasTerms',
  Type.Object(
    {
      merchantId: nullable({
        ...Id,
        description: 'null: the platform’s, which apply where a merchant has none of its own',
      }),
      version: Type.Integer({ description: 'Send it with the change' }),
      changedAt: nullable(Instant),
      lines: Type.Array(TermLine),
      effective: Type.Array(Effective, {
        description: 'The effective terms of each kind, without the lines of its providers',
      }),
    },
    closed,
  ),
)
export type TermSheet = JsonIn<Static<typeof TermSheet>, 'lines' | 'effective'>

export const TermsChange = named(
  'VasTermsChange',
  Type.Object(
    {
      version: versionInput('The version that was read'),
      lines: Type.Array(TermLineInput, {
        maxItems: 500,
        description: 'All lines: omitted ones are deleted',
      }),
      reason: text(500, 3),
    },
    closed,
  ),
)
export type TermsChange = Static<typeof TermsChange>

export const ById = Type.Object({ id: Id }, closed)
