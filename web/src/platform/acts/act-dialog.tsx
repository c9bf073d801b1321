import { NativeSelect, PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act, Given } from './act.ts'
import { actTexts } from './texts.ts'
import { isTypedName } from './typed-name.ts'
import { usePerforming } from './use-performing.ts'

/** Confirms an action: its reason, the value it needs, and a typed name when it cannot be undone. */
export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const [given, setGiven] = useState<Given>({
    reason: '',
    answer: '',
    choice: act.choose?.options[0]?.value ?? '',
  })
  const [typedName, setTypedName] = useState('')
  const { perform, leave } = usePerforming(act, onClose)
  const isNamed = act.typedName === undefined || isTypedName(typedName, act.typedName)
  return (
    <Modal opened onClose={leave} isSending={perform.isPending} title={act.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isNamed) perform.mutate(given)
        }}
      >
        <Stack>
          <Text>{act.hint}</Text>
          <RefusedAlert error={perform.error} special={act.faultOf?.(perform.error)} />
          <Questions act={act} given={given} onChange={(change) => setGiven({ ...given, ...change })} />
          {act.typedName !== undefined && (
            <TypedName name={act.typedName} value={typedName} onChange={setTypedName} />
          )}
          <FormButtons
            label={act.label}
            isBusy={perform.isPending}
            isDisabled={!isNamed}
            isDanger={act.isDanger === true}
            onCancel={leave}
          />
        </Stack>
      </form>
    </Modal>
  )
}

function TypedName(props: { name: string; value: string; onChange: (value: string) => void }) {
  const t = useWords(actTexts)
  return (
    <TextInput
      label={t('typedName', { name: props.name })}
      autoComplete="off"
      required
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

interface QuestionProps {
  act: Act
  given: Given
  onChange: (change: Partial<Given>) => void
}

function Questions({ act: { ask, choose, reason }, given, onChange }: QuestionProps) {
  const t = useWords(actTexts)
  // Secrets are masked against people looking over the shoulder.
  const Asked = ask?.isSecret === true ? PasswordInput : TextInput
  return (
    <>
      {choose !== undefined && (
        <NativeSelect
          label={choose.label}
          data={choose.options}
          value={given.choice}
          onChange={(event) => onChange({ choice: event.currentTarget.value })}
        />
      )}
      {ask !== undefined && (
        <Asked
          label={ask.label}
          description={ask.hint}
          required={ask.isRequired}
          maxLength={ask.maxLength}
          pattern={ask.pattern}
          autoComplete="off"
          data-autofocus
          value={given.answer}
          onChange={(event) => onChange({ answer: event.currentTarget.value })}
        />
      )}
      {reason !== undefined && (
        <Textarea
          label={reason.label}
          description={t('reasonHint')}
          required={reason.isRequired}
          minLength={reason.minLength}
          maxLength={500}
          autosize
          minRows={2}
          {...(ask === undefined && { 'data-autofocus': true })}
          value={given.reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      )}
    </>
  )
}
