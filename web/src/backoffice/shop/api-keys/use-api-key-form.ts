import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { type Levels, scopesOf } from './api-keys-query.ts'
import { apiKeyTexts } from './texts.ts'

export interface ApiKeyFormProps {
  merchantId: string
  /** Receives the new key, which the API shows only once. */
  onMade: (secret: string) => void
  onClose: () => void
}

const nothing: Levels = {
  catalog: 'none',
  inventory: 'none',
  sales: 'none',
  services: 'none',
  shifts: 'none',
  receipts: 'none',
  reports: 'none',
  stores: 'none',
  terminals: 'none',
  staff: 'none',
}

const lifetimesDays = [7, 30, 90, 180, 365]
const dayMs = 86_400_000

/** The lifetimes that the merchant's limit allows, in days. */
export function useLifetimes(merchantId: string): readonly number[] {
  const { data } = useQuery({
    queryKey: ['limits', merchantId],
    queryFn: ({ signal }) => answer(api.GET('/pos/settings', { params: { query: { merchantId } }, signal })),
  })
  const most = data?.items.find(({ key }) => key === 'api_keys.max_days')?.value
  if (typeof most !== 'number') return lifetimesDays
  const within = lifetimesDays.filter((days) => days <= most)
  return within.length > 0 ? within : [most]
}

/** The values of the form, and how it is saved. */
export function useApiKeyForm({ merchantId, onMade, onClose }: ApiKeyFormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(apiKeyTexts)
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', isOfAll: true, storeIds: [] as string[], expiresAt: '30', levels: nothing },
    validate: {
      name: (name) => (name.trim() === '' ? t('nameMissing') : null),
      storeIds: (storeIds, { isOfAll }) => (isOfAll || storeIds.length > 0 ? null : t('storesMissing')),
      levels: (levels) => (scopesOf(levels).length > 0 ? null : t('scopesMissing')),
    },
  })
  const save = useMutation({
    mutationFn: async () => {
      const { name, isOfAll, storeIds, expiresAt, levels } = form.getValues()
      const body = {
        merchantId,
        name: name.trim(),
        scopes: scopesOf(levels),
        // A minute less, because the server's clock may be behind ours.
        expiresAt: new Date(Date.now() + Number(expiresAt) * dayMs - 60_000).toISOString(),
        ...(!isOfAll && { storeIds }),
      }
      return (await answer(api.POST('/pos/api_keys', { body }))).apiKey
    },
    onSuccess: (secret) => {
      onMade(secret)
      onClose()
    },
    onError: (error) => form.setErrors(fieldFaults(error)),
    // Without an answer it may have been created: the list shows whether it was.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['apiKeys'] }),
    // A secret is kept no longer than it is shown.
    gcTime: 0,
  })
  return { form, save }
}
