import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core'
import { type Barcode, isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { reload } from '../../../desk/records/reload.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useScans } from '../../../ui/scanner/meanings.ts'
import { useWords } from '../../../ui/words/words.ts'
import { productKeys } from './product-queries.ts'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  variantId: string
  barcodes: readonly Barcode[]
  /** The variant's name, when it differs from the product's. */
  name?: string
}

/** The barcodes of one variant. A code scanned into the field is added at once. */
export function Barcodes({ storeId, variantId, barcodes, name }: Props) {
  const t = useWords(productTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [isInHand, setIsInHand] = useState(false)
  const refresh = () => reload(queryClient, productKeys)
  const add = useMutation({
    mutationFn: (added: string) =>
      answer(api.POST('/pos/barcodes', { body: { storeId, variantId, code: added.trim() } })),
    onSuccess: async () => {
      setCode('')
      await refresh()
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/pos/barcodes/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  })
  useScans(
    'dialog',
    (scan) => {
      setCode(scan.code)
      add.mutate(scan.code)
      return null
    },
    isInHand,
  )
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
      <Codes barcodes={barcodes} onRemove={(id) => remove.mutate(id)} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '') add.mutate(code)
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
            onFocus={() => setIsInHand(true)}
            onBlur={() => setIsInHand(false)}
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

interface CodesProps {
  barcodes: readonly Barcode[]
  onRemove: (id: string) => void
}

function Codes({ barcodes, onRemove }: CodesProps) {
  const t = useWords(productTexts)
  if (barcodes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noBarcodes')}
      </Text>
    )
  }
  return (
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
          onRemove={() => onRemove(each.id)}
        >
          {each.code}
        </Pill>
      ))}
    </Group>
  )
}
