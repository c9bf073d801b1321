import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { isProblem } from '../../api/problem.ts'
import type { BarcodeRecord } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { useProductWords } from './words.ts'

interface Props {
  storeId: string
  variantId: string
  barcodes: readonly BarcodeRecord[]
  /** Of the variant, where it is not the product itself. */
  name?: string
}

/** The codes of one variant. A scanner types a code and presses Enter, which adds it. */
export function Barcodes({ storeId, variantId, barcodes, name }: Props) {
  const t = useProductWords()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['products', 'parts'] })
  const add = useMutation({
    mutationFn: () => answer(api.POST('/pos/barcodes', { body: { storeId, variantId, code: code.trim() } })),
    onSuccess: async () => {
      setCode('')
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/pos/barcodes/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  })
  const fault = () => {
    if (isProblem(add.error, 'invalid_request')) return t('barcodeWrong')
    if (isProblem(add.error, 'duplicate_value')) return t('barcodeTaken')
    return words(add.error ?? remove.error).title
  }
  const title = name === undefined ? t('barcodes') : t('barcodesOf', { name })
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <Text fw={600} size="sm">
        {t('barcodes')}
      </Text>
      {barcodes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noBarcodes')}
        </Text>
      ) : (
        <Group gap="xs">
          {barcodes.map((each) => (
            <Pill
              key={each.id}
              size="lg"
              withRemoveButton
              className="figures"
              bg="var(--surface-sunken)"
              removeButtonProps={{
                'aria-label': t('barcodeRemove', { code: each.code }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => remove.mutate(each.id)}
            >
              {each.code}
            </Pill>
          ))}
        </Group>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '') add.mutate()
        }}
      >
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            aria-label={name === undefined ? t('barcodeNew') : t('barcodeNewOf', { name })}
            placeholder={t('barcodeNew')}
            autoComplete="off"
            maxLength={48}
            style={{ flex: 1 }}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              add.reset()
            }}
            error={add.isError || remove.isError ? fault() : undefined}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            {t('barcodeAdd')}
          </Button>
        </Group>
      </form>
    </Stack>
  )
}
