import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { NewPasswordField } from '../door/credential-fields.tsx'
import { useFragmentToken } from '../door/fragment-token.ts'
import { useSessionChange } from '../me/me.ts'
import { EmailField, EntranceForm } from './entrance-form.tsx'
import { entranceTexts } from './texts.ts'

/** Creates the first administrator of a new installation, with the one-time link that the server prints. */
export function SetupPage() {
  const fieldFaults = useFieldFaults()
  const t = useWords(entranceTexts)
  const changeSession = useSessionChange()
  const token = useFragmentToken()
  const form = useForm({ initialValues: { name: '', email: '', password: '' } })
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      answer(api.POST('/setup/first-admin', { body: { token: token ?? '', ...values } })),
    onSuccess: () => changeSession('/cuenta'),
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  if (token === null)
    return (
      <AuthFrame title={t('setupMissing')} hint={t('setupMissingHint')}>
        {null}
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('setupTitle')} hint={t('setupHint')}>
      <EntranceForm
        action={t('setupDo')}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={form.onSubmit((values) => create.mutate(values))}
      >
        <TextInput
          label={t('name')}
          autoComplete="name"
          autoFocus
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <EmailField {...form.getInputProps('email')} />
        <NewPasswordField {...form.getInputProps('password')} />
      </EntranceForm>
    </AuthFrame>
  )
}
