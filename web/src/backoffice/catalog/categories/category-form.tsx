import { NumberInput, Select, TextInput } from '@mantine/core'
import type { Category } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { recordTexts } from '../../../desk/records/texts.ts'
import { ColorField } from '../../../ui/fields/color-field.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { fieldsOf, isColorOrNone } from './category-values.ts'
import { categoryTexts } from './texts.ts'

interface FormProps {
  storeId: string
  category: Category | null
  all: readonly Category[]
  onClose: () => void
}

export function CategoryForm({ storeId, category, all, onClose }: FormProps) {
  const t = useWords(categoryTexts)
  const tRecord = useWords(recordTexts)
  return (
    <RecordDrawer
      title={category === null ? t('add') : t('edit')}
      refreshes={[['categories']]}
      onClose={onClose}
      initialValues={{
        name: category?.name ?? '',
        color: category?.color ?? '',
        parentId: category?.parentId ?? null,
        position: category?.position ?? all.length,
      }}
      required={['name', 'position']}
      validate={({ color }): Record<string, string> =>
        isColorOrNone(color) ? {} : { color: t('colorFault') }
      }
      save={(values, opened) =>
        category === null
          ? answer(api.POST('/pos/categories', { body: { storeId, ...fieldsOf(values) } }))
          : sendChanges(fieldsOf(opened), fieldsOf(values), (body) =>
              answer(api.PATCH('/pos/categories/{id}', { params: { path: { id: category.id } }, body })),
            )
      }
      removal={
        category === null
          ? undefined
          : {
              sure: tRecord('removeSure', { name: category.name }),
              hint: tRecord('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/categories/{id}', { params: { path: { id: category.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
          <ColorField
            label={t('color')}
            pickLabel={t('pickColor')}
            swatches={['#0d6657', '#f5a90a', '#c43d2d', '#6a4a8f', '#12448f', '#6f6962']}
            {...form.getInputProps('color')}
          />
          <Select
            label={t('parent')}
            placeholder={t('noParent')}
            clearable
            data={all
              .filter(({ id }) => id !== category?.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('parentId')}
          />
          <NumberInput
            label={t('position')}
            min={0}
            allowDecimal={false}
            {...form.getInputProps('position')}
          />
        </>
      )}
    </RecordDrawer>
  )
}
