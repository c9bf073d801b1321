import { PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type InvitePreview, isProblem } from '@mostrador/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { formatDistance } from '../../ui/format/dates.ts'
import { ClosedLetter } from '../../ui/illustrations/scenes.tsx'
import { ErrorState } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { CodeField, NewPasswordField } from '../door/credential-fields.tsx'
import { useFragmentToken } from '../door/fragment-token.ts'
import { doorTexts } from '../door/texts.ts'
import { useSessionChange } from '../me/me.ts'
import { meTexts } from '../me/texts.ts'
import { EntranceForm } from './entrance-form.tsx'
import { entranceTexts } from './texts.ts'

/** Accepts an invitation to a store, or to own a merchant. */
export function InvitePage() {
  const t = useWords(entranceTexts)
  const words = useProblemWords()
  const token = useFragmentToken()
  const invite = useQuery({
    queryKey: ['invite', token],
    queryFn: () => answer(api.POST('/auth/invites/lookup', { body: { token: token ?? '' } })),
    enabled: token !== null,
    retry: false,
  })
  if (token === null || isProblem(invite.error, 'invalid_request')) {
    return <Closed title={t('inviteMissing')} hint={t('inviteMissingHint')} />
  }
  if (isProblem(invite.error, 'invite_spent')) {
    return <Closed title={t('inviteSpent')} hint={t('inviteSpentHint')} />
  }
  if (invite.error !== null) {
    return (
      <AuthFrame title="">
        <ErrorState {...words(invite.error)} onRetry={() => invite.refetch()} />
      </AuthFrame>
    )
  }
  if (invite.data === undefined) {
    return (
      <AuthFrame title="">
        <Stack>
          <Skeleton height={32} />
          <Skeleton height={46} />
          <Skeleton height={46} />
        </Stack>
      </AuthFrame>
    )
  }
  return <Acceptance token={token} invite={invite.data} />
}

function Closed({ title, hint }: { title: string; hint: string }) {
  return (
    <AuthFrame title={title} hint={hint}>
      <ClosedLetter />
    </AuthFrame>
  )
}

interface Typed {
  name: string
  password: string
  totp: string
  pin: string
}

function Acceptance({ token, invite }: { token: string; invite: InvitePreview }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(entranceTexts)
  const tMe = useWords(meTexts)
  const changeSession = useSessionChange()
  const form = useForm<Typed>({ initialValues: { name: '', password: '', totp: '', pin: '' } })
  const { personName, needsPassword } = invite
  // Somebody who works there already adds this e-mail to their account.
  const isMember = personName !== null
  const asksName = needsPassword && !isMember
  const accept = useMutation({
    mutationFn: ({ name, password, totp, pin }: Typed) =>
      answer(
        api.POST('/auth/invites/accept', {
          body: {
            token,
            password,
            ...(asksName && { name }),
            ...(totp !== '' && { totp }),
            ...(isMember && { pin }),
          },
        }),
      ),
    onSuccess: () => changeSession('/'),
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  const asksCode = isProblem(accept.error, 'second_factor_required') || form.values.totp !== ''
  const place = invite.storeName ?? invite.merchantName
  const role = invite.role === null ? t('inviteOwner') : t('inviteRole', { role: tMe(`role.${invite.role}`) })
  return (
    <AuthFrame
      title={isMember ? t('inviteEmailTitle') : t('inviteTitle', { place })}
      hint={isMember ? t('inviteEmailHint', { place }) : role}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('inviteFor', { email: invite.email })}.{' '}
          {t('inviteExpires', { when: formatDistance(invite.expiresAt) })}
        </Text>
        <Text fw={600}>
          {isMember
            ? t('inviteMember', { name: personName })
            : t(needsPassword ? 'inviteNew' : 'inviteKnown')}
        </Text>
        <EntranceForm
          action={t('inviteAccept')}
          isBusy={accept.isPending}
          error={accept.error}
          onSubmit={form.onSubmit((values) => accept.mutate(values))}
        >
          <Credentials invite={invite} form={form} />
          {asksCode && <CodeField {...form.getInputProps('totp')} />}
        </EntranceForm>
      </Stack>
    </AuthFrame>
  )
}

interface CredentialsProps {
  invite: InvitePreview
  form: UseFormReturnType<Typed>
}

/** What proves who accepts: an account's password, or what a new one starts with. */
function Credentials({ invite: { needsPassword, personName }, form }: CredentialsProps) {
  const t = useWords(entranceTexts)
  const tDoor = useWords(doorTexts)
  if (!needsPassword) {
    return (
      <PasswordInput
        label={tDoor('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...form.getInputProps('password')}
      />
    )
  }
  return (
    <>
      {personName === null ? (
        <TextInput
          label={t('name')}
          autoComplete="name"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
      ) : (
        <PasswordInput
          label={t('invitePin')}
          description={t('invitePinHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          withAsterisk={false}
          {...form.getInputProps('pin')}
        />
      )}
      <NewPasswordField {...form.getInputProps('password')} />
    </>
  )
}
