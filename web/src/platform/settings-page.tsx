import { Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import type { Setting } from '../api/types.ts'
import { useMissingPage } from '../session/abilities.ts'
import { useProblemWords } from '../session/problem-words.ts'
import { formatDistance } from '../ui/dates.ts'
import { Hint } from '../ui/hint.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ErrorState, RowSkeletons } from '../ui/states.tsx'
import { platformTexts } from './texts.ts'
import { usePlatformWords } from './words.ts'

export function SettingsPage() {
  const t = usePlatformWords()
  const words = useProblemWords()
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => answer(api.GET('/platform/settings', { signal })),
  })
  return (
    <>
      <PageHeader title={t('settings.title')} hint={t('settings.hint')} />
      {settings.data === undefined && settings.error !== null && (
        <ErrorState {...words(settings.error)} onRetry={() => settings.refetch()} />
      )}
      {settings.isPending && <RowSkeletons height={84} rows={5} />}
      <Stack maw={820}>
        {settings.data?.items
          .filter(({ type }) => type === 'boolean')
          .map((setting) => (
            <SettingCard key={setting.key} setting={setting} />
          ))}
      </Stack>
    </>
  )
}

type Known = keyof typeof platformTexts.settings.name

function SettingCard({ setting }: { setting: Setting }) {
  const t = usePlatformWords()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const missing = useMissingPage('roles')
  const change = useMutation({
    mutationFn: (value: boolean) =>
      answer(
        api.PUT('/platform/settings/{key}', { params: { path: { key: setting.key } }, body: { value } }),
      ),
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
    // A switch may put a page into the menu, or take one out.
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'settings' || queryKey[0] === 'me',
      }),
  })
  const key = setting.key.replaceAll('.', '_')
  const isKnown = Object.hasOwn(platformTexts.settings.name, key)
  const name = isKnown ? t(`settings.name.${key as Known}`) : setting.key
  const usual = t('settings.usual', { value: setting.default ? t('settings.on') : t('settings.off') })
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" wrap="nowrap" gap="xl">
        <div>
          <Text fw={650}>{name}</Text>
          <Text c="dimmed">{isKnown ? t(`settings.meaning.${key as Known}`) : setting.meaning}</Text>
          <Text size="sm" c="dimmed" mt={4}>
            {usual}
            {setting.updatedAt !== null &&
              ` · ${t('settings.changed', { when: formatDistance(setting.updatedAt) })}`}
          </Text>
        </div>
        <Hint label={missing}>
          <div>
            <Switch
              size="lg"
              aria-label={name}
              checked={change.isPending ? change.variables : setting.value === true}
              disabled={missing !== null || change.isPending}
              onChange={(event) => change.mutate(event.currentTarget.checked)}
            />
          </div>
        </Hint>
      </Group>
    </Paper>
  )
}
