import { Alert, Checkbox, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Merchant, MerchantAssistance } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { useWords } from '../../ui/words/words.ts'
import { assistanceQuery } from './merchant-queries.ts'
import { merchantTexts } from './texts.ts'
import { ThemeCard } from './theme-card.tsx'

type Theme = MerchantAssistance['theme']
type Color = keyof Theme['colors']
const colors = ['primary', 'onPrimary', 'background', 'text'] as const satisfies Color[]

interface Props {
  merchant: Merchant
  theme: Theme
  onClose: () => void
}

/** Sets up a merchant's theme at its request. The server requires readable text. */
export function ThemeDialog({ merchant, theme, onClose }: Props) {
  const fieldFaults = useFieldFaults()
  const t = useWords(merchantTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Theme>(theme)
  const name = merchant.tradeName ?? merchant.name
  const save = useMutation({
    mutationFn: (body: Theme) =>
      answer(api.PUT('/platform/merchants/{id}/theme', { params: { path: { id: merchant.id } }, body })),
    onSuccess: (_set, sent) => {
      const { queryKey } = assistanceQuery(merchant.id)
      // The page shows it at once, and a second change starts from it.
      queryClient.setQueryData(queryKey, (before) => before && { ...before, theme: sent })
      void queryClient.invalidateQueries({ queryKey })
      notifications.show({ message: t('theme.told', { name }), position: 'bottom-left' })
      onClose()
    },
  })
  const faults = fieldFaults(save.error)
  const change = (changes: Partial<Theme>) => {
    save.reset()
    setDraft({ ...draft, ...changes })
  }
  return (
    <Modal opened onClose={onClose} isSending={save.isPending} size="lg" title={t('theme.title', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(draft)
        }}
      >
        <Stack>
          <Text c="dimmed">{t('theme.hint')}</Text>
          {save.isError && (
            <Alert color="red" role="alert">
              {faultText(faults, words(save.error).title, t('theme.unreadable'))}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {colors.map((color) => (
              <TextInput
                key={color}
                type="color"
                label={t(`theme.color.${color}`)}
                description={draft.colors[color]}
                value={draft.colors[color]}
                onChange={(event) =>
                  change({ colors: { ...draft.colors, [color]: event.currentTarget.value } })
                }
              />
            ))}
            <NativeSelect
              label={t('theme.letters')}
              data={optionsOf(merchantTexts.theme.typography, (key) => t(`theme.typography.${key}`))}
              value={draft.typography}
              onChange={(event) => change({ typography: event.currentTarget.value as Theme['typography'] })}
            />
            <NativeSelect
              label={t('theme.darkMode')}
              data={optionsOf(merchantTexts.theme.dark, (key) => t(`theme.dark.${key}`))}
              value={draft.darkMode}
              onChange={(event) => change({ darkMode: event.currentTarget.value as Theme['darkMode'] })}
            />
          </SimpleGrid>
          {theme.logoFileId !== null && (
            <Checkbox
              label={t('theme.keepLogo')}
              checked={draft.logoFileId !== null}
              onChange={(event) =>
                change({ logoFileId: event.currentTarget.checked ? theme.logoFileId : null })
              }
            />
          )}
          <ThemeCard theme={draft} />
          <FormButtons isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

function optionsOf<K extends string>(texts: Record<K, string>, wordOf: (key: K) => string) {
  return (Object.keys(texts) as K[]).map((value) => ({ value, label: wordOf(value) }))
}

/** The form only yields well-formed colors, so a fault can only mean unreadable text. */
function faultText(faults: Record<string, string>, title: string, unreadable: string): string {
  return Object.keys(faults).some((path) => path.startsWith('colors')) ? unreadable : title
}
