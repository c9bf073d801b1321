import { Button, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isProblem, type ProfileStore } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useReason } from '../../../session/me/reason.ts'
import { contrast, minContrast } from '../../../ui/look/color.ts'
import { fontFamilies, type Look } from '../../../ui/look/look.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { ColorFields } from './color-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { themeTexts } from './texts.ts'
import { ThemePreview } from './theme-preview.tsx'
import type { VersionedTheme } from './theme-query.ts'

type Draft = Pick<VersionedTheme['theme'], 'colors' | 'typography' | 'darkMode' | 'logoFileId'>

const typographies = ['SYSTEM', 'ROUNDED', 'SERIF', 'MONOSPACE'] as const
const darkModes = ['AUTO', 'LIGHT', 'DARK'] as const

/** Edits the look of the merchant's screens, with a preview before it is saved. */
export function ThemeEditor({ store, edited }: { store: ProfileStore; edited: VersionedTheme }) {
  const t = useWords(themeTexts)
  const { colors, typography, darkMode, logoFileId } = edited.theme
  const kept: Draft = { colors, typography, darkMode, logoFileId }
  const [draft, setDraft] = useState(kept)
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Paper withBorder p="lg">
        <Stack gap="lg">
          <ColorFields colors={draft.colors} onChange={(chosen) => change({ colors: chosen })} />
          <Choice
            label={t('typography')}
            options={typographies.map((value) => ({
              value,
              label: <span style={{ fontFamily: fontFamilies[value] }}>{t(`typographies.${value}`)}</span>,
            }))}
            value={draft.typography}
            onChange={(value) => change({ typography: value })}
          />
          <Choice
            label={t('darkMode')}
            hint={t('darkModeHint')}
            options={darkModes.map((value) => ({ value, label: t(`darkModes.${value}`) }))}
            value={draft.darkMode}
            onChange={(value) => change({ darkMode: value })}
          />
          <LogoField
            storeId={store.storeId}
            fileId={draft.logoFileId}
            onChange={(fileId) => change({ logoFileId: fileId })}
          />
          <Saving store={store} edited={edited} draft={draft} onDiscard={() => setDraft(kept)} />
        </Stack>
      </Paper>
      <ThemePreview look={lookOf(draft)} />
    </SimpleGrid>
  )
}

const lookOf = ({ logoFileId, ...rest }: Draft): Look => ({
  ...rest,
  logoUrl: logoFileId === null ? null : `/pos/files/${logoFileId}`,
})

interface ChoiceProps<V extends string> {
  label: string
  hint?: string
  options: { value: V; label: React.ReactNode }[]
  value: V
  onChange: (value: V) => void
}

function Choice<V extends string>({ label, hint, options, value, onChange }: ChoiceProps<V>) {
  return (
    <div>
      <Text fw={600} mb={4}>
        {label}
      </Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mb={6}>
          {hint}
        </Text>
      )}
      <SegmentedControl
        aria-label={label}
        fullWidth
        data={options}
        value={value}
        onChange={(chosen) => onChange(chosen as V)}
      />
    </div>
  )
}

interface SavingProps {
  store: ProfileStore
  edited: VersionedTheme
  draft: Draft
  onDiscard: () => void
}

function Saving({ store, edited, draft, onDiscard }: SavingProps) {
  const t = useWords(themeTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const reasonOf = useReason()
  const queryClient = useQueryClient()
  const { id, colors, typography, darkMode, logoFileId } = edited.theme
  const isSame = JSON.stringify(draft) === JSON.stringify({ colors, typography, darkMode, logoFileId })
  const { primary, onPrimary, background, text } = draft.colors
  const isReadable = contrast(primary, onPrimary) >= minContrast && contrast(background, text) >= minContrast
  const save = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH('/pos/merchant_themes/{id}', {
          params: { path: { id } },
          headers: { 'if-match': edited.version },
          body: draft,
        }),
      ),
    onSuccess: () => notifications.show({ message: t('saved'), color: 'agave' }),
    onError: (error) => {
      if (isProblem(error, 'version_mismatch'))
        notifications.show({ message: t('changedElsewhere'), color: 'red' })
    },
    onSettled: (_saved, error) => {
      if (error === null || isProblem(error, 'version_mismatch'))
        return queryClient.invalidateQueries({ queryKey: ['theme'] })
    },
  })
  const reason =
    store.role !== 'manager'
      ? reasonOf('role_too_low')
      : isReadable
        ? isSame
          ? t('unchanged')
          : null
        : t('unreadable')
  return (
    <>
      {save.isError && (
        <Text c="red" role="alert">
          {words(save.error).title}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" disabled={isSame} onClick={onDiscard}>
          {t('discard')}
        </Button>
        <AllowedButton reason={reason} loading={save.isPending} onClick={() => save.mutate()}>
          {tUi('save')}
        </AllowedButton>
      </Group>
    </>
  )
}
