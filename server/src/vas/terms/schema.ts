import { type Static, Type } from 'typebox'
import { AmountInput, closed, Id, Instant, NullableAmount, named, nullable, text } from '../../http/shapes.ts'
import { VasKind } from '../sales/schema.ts'

const mostFee = 100_000

const Share = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description:
    'What the merchant earns of the margin between face value and wholesale price, in basis points',
})
const parts = { kind: VasKind, providerId: nullable(Id) }

/** One line: for a kind, or for one provider of it. What is null is left to the next line that covers it. */
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
      providerId: Type.Optional({ ...nullable(Id), description: 'Left out: for the whole kind' }),
      isOffered: Type.Optional(nullable(Type.Boolean())),
      shareBps: Type.Optional(nullable(Share)),
      feeCentavos: Type.Optional(nullable({ ...AmountInput, maximum: mostFee })),
    },
    closed,
  ),
)

/** What holds for a kind, whoever said it. */
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
        description: 'null: the platform’s, for every merchant whose own say nothing',
      }),
      version: Type.Integer({ description: 'Send it with the change' }),
      changedAt: nullable(Instant),
      lines: Type.Array(TermLine),
      effective: Type.Array(Effective, {
        description: 'What holds for each kind, without its providers’ own lines',
      }),
    },
    closed,
  ),
)
export type TermSheet = Static<typeof TermSheet>

export const TermsChange = named(
  'VasTermsChange',
  Type.Object(
    {
      version: Type.Integer({ minimum: 0, description: 'Of the sheet that was read' }),
      lines: Type.Array(TermLineInput, {
        maxItems: 500,
        description: 'All of them: what is left out is gone',
      }),
      reason: text(500, 3),
    },
    closed,
  ),
)
export type TermsChange = Static<typeof TermsChange>

export const ById = Type.Object({ id: Id }, closed)
