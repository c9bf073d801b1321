import { type Static, Type } from 'typebox'
import { Amount, closed, Id, Instant, named, nullable } from '../../../http/shapes.ts'

const asked = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }))

/**
 * Loose on purpose: while lookups are switched off the answer is 403, whatever is wrong with the question.
 * The service demands the rest.
 */
export const DebtQuery = Type.Object({
  providerId: asked('Required. `provider.id` of the catalog'),
  reference: asked('Required. What the bill says, as the product’s rule has it'),
  storeId: asked('Needed by whoever works in several stores'),
})
export type DebtQuery = Static<typeof DebtQuery>

export const Quote = named(
  'BillQuote',
  Type.Object(
    {
      quoteId: Type.String({ ...Id, description: 'For `quoteId` of the sale that pays it' }),
      items: Type.Array(
        named(
          'BillStatement',
          Type.Object(
            {
              reference: Type.String({ description: 'The biller’s name of the statement' }),
              dueOn: nullable(Type.String({ format: 'date' })),
              amountCentavos: Amount,
              partial: Type.Boolean({ description: 'Less may be paid' }),
            },
            closed,
          ),
        ),
      ),
      expiresAt: Instant,
    },
    closed,
  ),
)
export type Quote = Static<typeof Quote>
