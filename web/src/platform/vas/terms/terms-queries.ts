import type { VasTerms, VasTermsChange } from '@mostrador/client'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** The terms of a merchant; `null` for the platform's own. */
export const termsQuery = (merchantId: string | null) =>
  queryOptions({
    queryKey: ['terms', merchantId],
    queryFn: ({ signal }): Promise<VasTerms> =>
      merchantId === null
        ? answer(api.GET('/platform/vas-terms', { signal }))
        : answer(
            api.GET('/platform/merchants/{id}/vas-terms', { params: { path: { id: merchantId } }, signal }),
          ),
  })

export function setTerms(merchantId: string | null, body: VasTermsChange): Promise<VasTerms> {
  return merchantId === null
    ? answer(api.PUT('/platform/vas-terms', { body }))
    : answer(api.PUT('/platform/merchants/{id}/vas-terms', { params: { path: { id: merchantId } }, body }))
}

/** All providers, with the kinds of services that they sell. */
export const everyProviderQuery = queryOptions({
  queryKey: ['providers', 'all'],
  queryFn: async ({ signal }) => (await answer(api.GET('/vas/providers', { signal }))).items,
})
