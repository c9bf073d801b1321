import { noContent, ok, type Route, route } from '../../http/route.ts'
import { closed, Id } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'
import { Decision, ReviewPage, ReviewQuery } from './schema.ts'
import type { ReviewsService } from './service.ts'

const tag = 'vas'

export function reviewsRoutes(reviews: ReviewsService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/vas/ops/reviews',
      name: 'listVasReviews',
      summary: 'List sales that need a decision: no final answer in time, or a contradiction',
      tag,
      access: 'platform:operator',
      query: ReviewQuery,
      responses: { 200: ReviewPage },
      problems: ['forbidden', 'mfa_required', 'invalid_cursor'],
      handle: async ({ grant, query }) => ok(await reviews.reviews(grant, query)),
    }),
    route({
      method: 'POST',
      path: '/vas/ops/reviews/{id}/decision',
      name: 'decideVasReview',
      summary: 'Decide a sale in REVIEW by what the provider confirms outside the API, or close an incident',
      tag,
      access: 'platform:operator',
      confirmed: true,
      params: Type.Object({ id: Id }, closed),
      body: Decision,
      responses: { 204: null },
      problems: ['forbidden', 'mfa_required', 'invalid_transition'],
      handle: async ({ grant, params, body }) => {
        await reviews.decide(grant, params.id, body)
        return noContent()
      },
    }),
  ]
}
