import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { MerchantSetting } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { navigationTexts } from '../../../desk/navigation/texts.ts'
import { BackButton, SettingCard, useSettingValue } from '../../../desk/settings/setting-card.tsx'
import type { SettingValue } from '../../../desk/settings/shown-setting.ts'
import { settingTexts } from '../../../desk/settings/texts.ts'
import { MerchantName } from '../../../desk/store/merchant-name.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useOwnedMerchant } from '../../../session/me/merchant-choice.ts'
import { PageHeader } from '../../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'

/** Limits that a merchant's owner may set stricter than the platform's. */
export function LimitsPage() {
  const t = useWords(settingTexts)
  const tSession = useWords(navigationTexts)
  const words = useProblemWords()
  const merchantId = useOwnedMerchant()?.id ?? ''
  const settings = useQuery({
    queryKey: ['limits', merchantId],
    queryFn: ({ signal }) => answer(api.GET('/pos/settings', { params: { query: { merchantId } }, signal })),
  })
  return (
    <>
      <PageHeader title={tSession('page.limits')} hint={t('limitsHint')} />
      <MerchantName />
      {settings.data === undefined && settings.error !== null && (
        <ErrorState {...words(settings.error)} onRetry={() => settings.refetch()} />
      )}
      {settings.isPending && <RowSkeletons height={84} rows={7} />}
      {/* What was typed for one merchant does not stay in the fields of another. */}
      <Stack key={merchantId} maw={820}>
        {settings.data?.items.map((setting) => (
          <OwnSetting key={setting.key} setting={setting} merchantId={merchantId} />
        ))}
      </Stack>
    </>
  )
}

function OwnSetting({ setting, merchantId }: { setting: MerchantSetting; merchantId: string }) {
  const t = useWords(settingTexts)
  const said = useSettingValue()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (value: SettingValue | null) =>
      answer(
        api.PUT('/pos/settings/{key}', {
          params: { path: { key: setting.key } },
          body: { value, merchantId },
        }),
      ),
    onSuccess: () => notifications.show({ message: t('saved'), color: 'green' }),
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['limits'] }),
  })
  const { stricter, allowedValue, ownerValue, minimum, maximum } = setting
  const allowed = typeof allowedValue === 'number' ? allowedValue : null
  const bounded = {
    ...setting,
    minimum: stricter === 'higher' ? (allowed ?? minimum) : minimum,
    maximum: stricter === 'lower' ? (allowed ?? maximum) : maximum,
  }
  return (
    <SettingCard
      setting={bounded}
      notes={stricter === 'lower' ? t('allowed', { value: said(allowedValue, setting.unit) }) : ''}
      missing={null}
      isPending={change.isPending}
      onChange={(value) => change.mutate(value)}
      more={
        ownerValue === null ? null : (
          <BackButton isPending={change.isPending} onClick={() => change.mutate(null)} />
        )
      }
    />
  )
}
