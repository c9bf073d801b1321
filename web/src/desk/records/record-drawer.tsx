import { Button, Group, Stack } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { RecordFields } from './record-fields.tsx'
import { reload } from './reload.ts'

type Values = Record<string, unknown>

interface Props<V extends Values> {
  title: string
  initialValues: V
  /** Required fields. */
  required: readonly (keyof V & string)[]
  /** Further checks before sending; returns faults by field. */
  validate?: (values: V) => Record<string, string>
  /** `opened`: the values that the form was opened with, for `sendChanges`. */
  save: (values: V, opened: V) => Promise<unknown>
  /** Absent: the record cannot be removed. */
  removal?: { sure: string; hint: string; remove: () => Promise<unknown> } | undefined
  /** Query keys of the lists that show such records. */
  refreshes: readonly QueryKey[]
  /** Why the record cannot be changed, in words; absent or `null` when it can. */
  barred?: string | null
  onClose: () => void
  children: (form: UseFormReturnType<V>) => ReactNode
  /** Content below the form that is saved on its own. */
  below?: ReactNode
}

/** Edits one record beside its list: fields, faults at their fields, save and remove. */
export function RecordDrawer<V extends Values>(props: Props<V>) {
  const fieldFaults = useFieldFaults()
  const { title, initialValues, removal, barred = null, onClose } = props
  const t = useWords(uiTexts)
  const queryClient = useQueryClient()
  const form = useForm<V>({
    initialValues,
    validate: (values) => ({
      ...missingIn(values, props.required, t('missing')),
      ...props.validate?.(values),
    }),
  })
  const save = useMutation({
    mutationFn: (values: V) => props.save(values, form.getInitialValues()),
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldFaults(error)),
    // Without an answer it may have been saved: the list shows whether it was.
    onSettled: () => void reload(queryClient, props.refreshes),
  })
  return (
    <Drawer opened onClose={onClose} isSending={save.isPending} position="right" size={460} title={title}>
      <form
        onSubmit={form.onSubmit((values) => {
          if (barred === null) save.mutate(values)
        })}
        noValidate
      >
        <Stack>
          <RefusedAlert error={save.error} fields={Object.keys(form.values)} />
          <RecordFields barred={barred}>{props.children(form)}</RecordFields>
          <Group justify="space-between" mt="sm">
            <AllowedButton type="submit" reason={barred} loading={save.isPending}>
              {t('save')}
            </AllowedButton>
            {removal !== undefined && (
              <Removal removal={removal} refreshes={props.refreshes} onDone={onClose} />
            )}
          </Group>
        </Stack>
      </form>
      {props.below}
    </Drawer>
  )
}

function missingIn<V extends Values>(values: V, required: readonly (keyof V & string)[], fault: string) {
  const isMissing = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')
  return Object.fromEntries(required.filter((name) => isMissing(values[name])).map((name) => [name, fault]))
}

interface RemovalProps {
  removal: NonNullable<Props<Values>['removal']>
  refreshes: readonly QueryKey[]
  onDone: () => void
}

function Removal({ removal, refreshes, onDone }: RemovalProps) {
  const t = useWords(uiTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: removal.remove,
    onSuccess: () => {
      onDone()
      void reload(queryClient, refreshes)
    },
  })
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsConfirming(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={removal.sure}
        hint={removal.hint}
        action={t('remove')}
        isBusy={remove.isPending}
        fault={remove.isError ? words(remove.error).title : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}
