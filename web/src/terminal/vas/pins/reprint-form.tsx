import { Stack, Text, Textarea } from '@mantine/core'
import { type PinReprint, ProblemError, type VasSale } from '@mostrador/client'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScopeIn } from '../../../session/me/abilities.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { showPinKey } from './show-pin-key.ts'
import { pinTexts } from './texts.ts'

type Known = keyof typeof pinTexts.reprintFault

const shortestReason = 3
const longestReason = 200

interface Props {
  sale: VasSale
  onReprinted: (reprint: PinReprint) => void
}

/** Shows a PIN again, for supervisors and above. Reprints are limited and audited with their reason. */
export function ReprintForm({ sale, onReprinted }: Props) {
  const t = useWords(pinTexts)
  const [isAsked, setIsAsked] = useState(false)
  const missing = useMissingScopeIn(sale.storeId, 'POS_SALES_APPROVE')
  if (isAsked) return <ReasonForm sale={sale} onReprinted={onReprinted} onCancel={() => setIsAsked(false)} />
  return (
    <AllowedButton
      variant="default"
      size="md"
      h={52}
      reason={missing}
      leftSection={<IconRefresh size={19} />}
      onClick={() => setIsAsked(true)}
    >
      {t('reprint')}
    </AllowedButton>
  )
}

function ReasonForm({ sale, onReprinted, onCancel }: Props & { onCancel: () => void }) {
  const t = useWords(pinTexts)
  const faultWords = useFaultWords()
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isShort = reason.trim().length < shortestReason
  const reprint = useMutation({
    mutationKey: showPinKey,
    mutationFn: () =>
      answer(api.POST('/vas/pin/reprint', { body: { saleId: sale.id, reason: reason.trim() } })),
    gcTime: 0,
    onSuccess: onReprinted,
  })
  return (
    <form
      style={{ width: '100%' }}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (!isShort && !reprint.isPending) reprint.mutate()
      }}
    >
      <Stack gap="xs" ta="left">
        <Textarea
          label={t('reason')}
          description={`${t('reasonHint')} ${t('cap')}`}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={longestReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isTried && isShort ? t('reasonShort') : undefined}
        />
        {reprint.error !== null && (
          <Text c="red" role="alert">
            {faultWords(reprint.error)}
          </Text>
        )}
        <FormButtons label={t('reprint')} isBusy={reprint.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function useFaultWords(): (error: unknown) => string {
  const t = useWords(pinTexts)
  const words = useProblemWords()
  return (error) =>
    error instanceof ProblemError && Object.hasOwn(pinTexts.reprintFault, error.code)
      ? t(`reprintFault.${error.code as Known}`)
      : words(error).title
}
