import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useCredentialFaults } from '../door/credential-faults.ts'
import { NewPasswordField } from '../door/credential-fields.tsx'
import { forget } from '../me/me.ts'
import { SecondFactor } from './second-factor.tsx'
import { accountTexts } from './texts.ts'

export function AccountPage() {
  const t = useWords(accountTexts)
  return (
    <Stack maw={680} gap="lg">
      <PageHeader title={t('account')} hint={t('accountHint')} />
      <SecondFactor />
      <PasswordForm />
      <Everywhere />
    </Stack>
  )
}

function PasswordForm() {
  const fieldFaults = useFieldFaults()
  const t = useWords(accountTexts)
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const change = useMutation({
    mutationFn: (body: typeof form.values) => answer(api.POST('/auth/password', { body })),
    onSuccess: () => {
      form.reset()
      notifications.show({ message: t('passwordChanged'), color: 'agave' })
    },
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  const { passwordFault, otherError } = useCredentialFaults(change.error)
  return (
    <Paper withBorder p="lg">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack>
          <Title order={3}>{t('changePassword')}</Title>
          <RefusedAlert error={otherError} fields={Object.keys(form.values)} isRepeatable />
          <PasswordInput
            label={t('currentPassword')}
            autoComplete="current-password"
            required
            {...form.getInputProps('currentPassword')}
            error={passwordFault}
          />
          <NewPasswordField withAsterisk {...form.getInputProps('newPassword')} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t('changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function Everywhere() {
  const t = useWords(accountTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const router = useRouter()
  const leave = useMutation({
    mutationFn: () => answer(api.DELETE('/auth/sessions')),
    onSuccess: () => {
      forget(queryClient)
      router.history.push('/entrar')
    },
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
  })
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between">
        <Text>{t('signOutEverywhere')}</Text>
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('signOut')}
        </Button>
      </Group>
    </Paper>
  )
}
