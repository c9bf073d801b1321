import { Alert, MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Category, isProblem } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useActWords } from '../../../problems/problem-words.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { findGoods } from '../inventory/goods.ts'
import { goodsQuery } from '../inventory/queries.ts'
import { countTexts } from './texts.ts'

interface Props {
  storeId: string
  categories: readonly Category[]
  onOpened: (countId: string) => void
  onClose: () => void
}

const scopes = ['all', 'category', 'chosen'] as const
type Scope = (typeof scopes)[number]
/** The most goods that one count can name. */
const mostGoods = 500

/** Opens a count of everything, of one category, or of selected goods. */
export function OpenDialog({ storeId, categories, onOpened, onClose }: Props) {
  const t = useWords(countTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: {
      scope: 'all' as Scope,
      categoryId: null as string | null,
      variantIds: [] as string[],
      note: '',
    },
    validate: {
      categoryId: (id, { scope }) => (scope === 'category' && id === null ? t('categoryMissing') : null),
      variantIds: (ids, { scope }) => (scope === 'chosen' && ids.length === 0 ? t('chosenMissing') : null),
    },
  })
  const open = useMutation({
    mutationFn: () => {
      const { scope, categoryId, variantIds, note } = form.getValues()
      return answer(
        api.POST('/pos/inventory/counts', {
          body: {
            storeId,
            ...(scope === 'category' && categoryId !== null && { categoryId }),
            ...(scope === 'chosen' && { variantIds }),
            ...(note.trim() !== '' && { note: note.trim() }),
          },
        }),
      )
    },
    onSuccess: ({ id }) => {
      onClose()
      onOpened(id)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stock', 'counts'] }),
  })
  const fault = () => {
    if (isProblem(open.error, 'count_open')) return t('alreadyOpen')
    if (isProblem(open.error, 'invalid_request')) return t('nothingKept')
    return words(open.error)
  }
  return (
    <Modal opened onClose={onClose} isSending={open.isPending} title={t('openTitle')}>
      <form noValidate onSubmit={form.onSubmit(() => open.mutate())}>
        <Stack>
          {open.isError && (
            <Alert color="red" role="alert">
              {fault()}
            </Alert>
          )}
          <Radio.Group
            label={t('what')}
            value={form.values.scope}
            onChange={(value) => form.setFieldValue('scope', value as Scope)}
          >
            <Stack gap="xs" mt="xs">
              {scopes.map((scope) => (
                <Radio key={scope} value={scope} label={t(`scope.${scope}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.scope === 'category' && (
            <Select
              label={t('category')}
              searchable
              data={categories.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('categoryId')}
            />
          )}
          {form.values.scope === 'chosen' && (
            <GoodsChoice storeId={storeId} {...form.getInputProps('variantIds')} />
          )}
          <TextInput
            label={t('note')}
            description={t('noteHint')}
            maxLength={500}
            {...form.getInputProps('note')}
          />
          <FormButtons label={t('openDo')} isBusy={open.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

interface ChoiceProps {
  storeId: string
  value?: string[]
  onChange: (variantIds: string[]) => void
  error?: React.ReactNode
}

function GoodsChoice({ storeId, value = [], onChange, error }: ChoiceProps) {
  const t = useWords(countTexts)
  const [typed, setTyped] = useState('')
  const { data: goods } = useQuery(goodsQuery(storeId))
  const chosen = value.flatMap((id) => goods?.get(id) ?? [])
  const found = findGoods(goods?.values() ?? [], typed, 30).filter(
    ({ variantId }) => !value.includes(variantId),
  )
  return (
    <MultiSelect
      label={t('chosen')}
      placeholder={t('chosenHint')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      maxValues={mostGoods}
      filter={({ options }) => options}
      data={[...chosen, ...found].map(({ variantId, name, sku }) => ({
        value: variantId,
        label: sku === null ? name : `${name} (${sku})`,
      }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
