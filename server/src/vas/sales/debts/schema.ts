import { Amount, closed, Day, Id, Instant, named, nullable } from '../../../http/shapes.ts'
import { type Static, Type } from '../../../json-schema.ts'

const asked = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }))

/**
 * Loose on purpose: while lookups are switched off the answer is 403, whatever is wrong with the request. The
 * service checks the rest.
 */
export const DebtQuery = Type.Object({
  providerId: asked('Required. `provider.id` of the catalog'),
  reference: asked('Required. The reference on the bill, in the form of the product’s rule'),
  storeId: asked('Required for people who work in several stores'),
})
export type DebtQuery = Static<typeof DebtQuery>

export const Quote = named(
  'BillQuote',
  Type.Object(
    {
      quoteId: Type.String({ ...Id, description: 'Send it as `quoteId` of the sale' }),
      items: Type.Array(
        named(
          'BillStatement',
          Type.Object(
            {
              reference: Type.String({ description: 'The biller’s identifier of the statement' }),
              dueOn: nullable(Day),
              amountCentavos: Amount,
              partial: Type.Boolean({ description: 'Partial payments are accepted' }),
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
