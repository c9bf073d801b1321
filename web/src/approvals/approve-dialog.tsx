import { Text } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { useLockHold } from '../session/lock/use-lock-hold.ts'
import { CodeAndPin } from '../session/till/code-and-pin.tsx'
import { type Typed, useAttempt } from '../session/till/use-attempt.ts'
import { Modal } from '../ui/layers/modal.tsx'
import { useWords } from '../ui/words/words.ts'
import { Asked } from './asked.tsx'
import { approveHereTexts } from './texts.ts'

interface Props {
  approvalIds: readonly string[]
  onDecided: () => unknown
  onClose: () => void
}

const known = ['self_approval', 'forbidden', 'approval_expired'] as const

/** Shows what is asked for, and then asks for the code and PIN of the person who approves it. */
export function ApproveDialog({ approvalIds, onDecided, onClose }: Props) {
  const t = useWords(approveHereTexts)
  const queryClient = useQueryClient()
  // The dialog is short and signed in the supervisor's name: the screen must not lock in between.
  useLockHold(true)
  const { send, forgetFault, ...attempt } = useAttempt(
    async (typed: Typed) => {
      for (const id of approvalIds) await approve(id, typed)
    },
    async () => {
      onDecided()
      await queryClient.invalidateQueries({ queryKey: ['approvals'] })
    },
  )
  const describe = (error: unknown) => {
    const code = known.find((each) => isProblem(error, each))
    return code === undefined ? null : { title: t(code), hint: t(`${code}Hint`) }
  }
  return (
    <Modal opened onClose={onClose} isSending={attempt.isBusy} size={400} padding="md" title={t('title')}>
      <Text c="dimmed" size="sm" mb="xs">
        {t('hint')}
      </Text>
      <Asked approvalIds={approvalIds}>
        <CodeAndPin
          {...attempt}
          action={t('action')}
          describe={describe}
          onType={forgetFault}
          onSend={(typed) => void send(typed)}
        />
      </Asked>
    </Modal>
  )
}

/** Already decided elsewhere, for example on another screen: nothing left to do. */
async function approve(id: string, typed: Typed): Promise<void> {
  try {
    await answer(api.POST('/pos/approvals/{id}/approve-at-till', { params: { path: { id } }, body: typed }))
  } catch (error) {
    if (!isProblem(error, 'invalid_transition')) throw error
  }
}
