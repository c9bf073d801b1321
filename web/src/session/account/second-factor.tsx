import {
  Anchor,
  Button,
  Code,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { renderSVG } from 'uqr'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Caution } from '../../ui/parts/caution.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useCredentialFaults } from '../door/credential-faults.ts'
import { CodeField } from '../door/credential-fields.tsx'
import { doorTexts } from '../door/texts.ts'
import { meQuery, useMe } from '../me/me.ts'
import { accountTexts } from './texts.ts'

type Step =
  | { kind: 'idle' }
  | { kind: 'scan'; secret: string; otpauthUrl: string }
  | { kind: 'keep'; recoveryCodes: string[] }

/** Sets up or removes the authenticator app. */
export function SecondFactor() {
  const t = useWords(accountTexts)
  const { account, navigation } = useMe()
  const isMissing = navigation.some(({ items }) => items.some(({ reason }) => reason === 'mfa_required'))
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const done = async () => {
    setStep({ kind: 'idle' })
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Group justify="space-between">
          <Title order={3}>{t('secondFactor')}</Title>
          <StatusChip tone={account.secondFactor ? 'good' : 'idle'}>
            {account.secondFactor ? t('secondFactorOn') : t('secondFactorOff')}
          </StatusChip>
        </Group>
        {isMissing && !account.secondFactor && <Caution>{t('mustEnable')}</Caution>}
        <Text c="dimmed">{t('secondFactorWhy')}</Text>
        {step.kind === 'idle' && !account.secondFactor && (
          <Enable onBegun={(enrolment) => setStep({ kind: 'scan', ...enrolment })} />
        )}
        {step.kind === 'idle' && account.secondFactor && (
          <>
            <Renew onRenewed={(recoveryCodes) => setStep({ kind: 'keep', recoveryCodes })} />
            <Disable onDone={done} />
          </>
        )}
        {step.kind === 'scan' && (
          <Scan {...step} onConfirmed={(recoveryCodes) => setStep({ kind: 'keep', recoveryCodes })} />
        )}
        {step.kind === 'keep' && <Keep recoveryCodes={step.recoveryCodes} onDone={done} />}
      </Stack>
    </Paper>
  )
}

function Enable(props: { onBegun: (enrolment: { secret: string; otpauthUrl: string }) => void }) {
  const t = useWords(accountTexts)
  const [password, setPassword] = useState('')
  const begin = useMutation({
    mutationFn: () => answer(api.POST('/auth/totp', { body: { password } })),
    onSuccess: props.onBegun,
  })
  const { passwordFault, otherError } = useCredentialFaults(begin.error)
  return (
    <AskingForm
      action={t('enable')}
      isBusy={begin.isPending}
      error={otherError}
      onSubmit={() => begin.mutate()}
    >
      <PasswordField value={password} onChange={setPassword} fault={passwordFault} />
    </AskingForm>
  )
}

function Scan(props: { secret: string; otpauthUrl: string; onConfirmed: (codes: string[]) => void }) {
  const t = useWords(accountTexts)
  const tDoor = useWords(doorTexts)
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => answer(api.POST('/auth/totp/confirm', { body: { code: code.trim() } })),
    onSuccess: ({ recoveryCodes }) => props.onConfirmed(recoveryCodes),
  })
  const { codeFault, otherError } = useCredentialFaults(confirm.error)
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(props.otpauthUrl, { border: 2 }))}`
  return (
    <Stack>
      <Text>{t('enrolScan')}</Text>
      <Anchor href={props.otpauthUrl} w="fit-content">
        <img src={picture} width={200} height={200} alt={t('secondFactor')} style={{ borderRadius: 12 }} />
      </Anchor>
      <Text size="sm" c="dimmed">
        {t('enrolType')} <Code fz="sm">{props.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Code>
      </Text>
      <AskingForm
        action={t('enrolConfirm')}
        isBusy={confirm.isPending}
        error={otherError}
        onSubmit={() => confirm.mutate()}
      >
        <TextInput
          label={tDoor('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          error={codeFault}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </AskingForm>
    </Stack>
  )
}

function Keep({ recoveryCodes, onDone }: { recoveryCodes: string[]; onDone: () => void }) {
  const t = useWords(accountTexts)
  return (
    <Stack>
      <Text fw={600}>{t('recoveryTitle')}</Text>
      <Text c="dimmed">{t('recoveryHint')}</Text>
      <Code block fz="md">
        {recoveryCodes.join('\n')}
      </Code>
      <CopyField label={t('recoveryTitle')} value={recoveryCodes.join(' ')} />
      <Group>
        <Button onClick={onDone}>{t('recoveryDone')}</Button>
      </Group>
    </Stack>
  )
}

/** Replaces the recovery codes; the server asks for a recent confirmation. */
function Renew({ onRenewed }: { onRenewed: (codes: string[]) => void }) {
  const t = useWords(accountTexts)
  const words = useProblemWords()
  const renew = useMutation({
    mutationFn: () => answer(api.POST('/auth/totp/recovery-codes')),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
  })
  return (
    <Group justify="space-between">
      <Text>{t('renewHint')}</Text>
      <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
        {t('renew')}
      </Button>
    </Group>
  )
}

function Disable({ onDone }: { onDone: () => void }) {
  const t = useWords(accountTexts)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const disable = useMutation({
    mutationFn: () => answer(api.POST('/auth/totp/disable', { body: { password, code: code.trim() } })),
    onSuccess: onDone,
  })
  const { passwordFault, codeFault, otherError } = useCredentialFaults(disable.error)
  return (
    <AskingForm
      action={t('disable')}
      isBusy={disable.isPending}
      error={otherError}
      onSubmit={() => disable.mutate()}
    >
      <PasswordField value={password} onChange={setPassword} fault={passwordFault} />
      <CodeField
        withAsterisk
        value={code}
        error={codeFault}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </AskingForm>
  )
}

function PasswordField(props: {
  value: string
  onChange: (value: string) => void
  fault: string | undefined
}) {
  const t = useWords(doorTexts)
  return (
    <PasswordInput
      label={t('password')}
      autoComplete="current-password"
      required
      value={props.value}
      error={props.fault}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

interface AskingProps {
  action: string
  isBusy: boolean
  /** Why it was refused, if not because of a field. */
  error: Error | null
  onSubmit: () => void
  children: ReactNode
}

function AskingForm(props: AskingProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <Stack maw={380}>
        <RefusedAlert error={props.error} isRepeatable />
        {props.children}
        <Group>
          <Button type="submit" loading={props.isBusy}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
