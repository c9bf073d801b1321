import { Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Setting } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { SettingCard, useSettingValue } from '../../desk/settings/setting-card.tsx'
import { type SettingValue, whileChanging } from '../../desk/settings/shown-setting.ts'
import { settingTexts } from '../../desk/settings/texts.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { formatDistance } from '../../ui/format/dates.ts'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useMissingOversight } from '../assignments/oversight.ts'
import { platformSettingTexts } from './texts.ts'

export function SettingsPage() {
  const t = useWords(platformSettingTexts)
  const words = useProblemWords()
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => answer(api.GET('/platform/settings', { signal })),
  })
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')} />
      {settings.data === undefined && settings.error !== null && (
        <ErrorState {...words(settings.error)} onRetry={() => settings.refetch()} />
      )}
      {settings.isPending && <RowSkeletons height={84} rows={5} />}
      <Stack maw={820}>
        {settings.data?.items.map((setting) => (
          <PlatformSetting key={setting.key} setting={setting} />
        ))}
      </Stack>
    </>
  )
}

function PlatformSetting({ setting }: { setting: Setting }) {
  const t = useWords(settingTexts)
  const said = useSettingValue()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const missing = useMissingPage('roles')
  const confined = useMissingOversight()
  const change = useMutation({
    mutationFn: (value: SettingValue) =>
      answer(
        api.PUT('/platform/settings/{key}', { params: { path: { key: setting.key } }, body: { value } }),
      ),
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
    // A setting may add a page to the menu, or remove one.
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'settings' || queryKey[0] === 'me',
      }),
  })
  const usual = t('usual', { value: said(setting.default, setting.unit) })
  const changed =
    setting.updatedAt === null ? '' : ` · ${t('changed', { when: formatDistance(setting.updatedAt) })}`
  return (
    <SettingCard
      setting={whileChanging(setting, change.isPending ? change.variables : undefined)}
      notes={`${usual}${changed}`}
      missing={missing ?? confined}
      isPending={change.isPending}
      onChange={(value) => change.mutate(value)}
    />
  )
}
