import { Button, type ButtonProps } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { later } from '../ui/parts/later.tsx'
import { useWords } from '../ui/words/words.ts'
import { approveHereTexts } from './texts.ts'

const ApproveDialog = later(async () => (await import('./approve-dialog.tsx')).ApproveDialog)

interface Props extends ButtonProps {
  /** The pending approvals. One code and PIN decides on all of them. */
  approvalIds: readonly string[]
  /** Called when they are decided, here or elsewhere. */
  onDecided: () => unknown
  ref?: Ref<HTMLButtonElement>
}

/** For a supervisor at the till: approves without ending the cashier's session. */
export function ApproveHere({ approvalIds, onDecided, ...button }: Props) {
  const t = useWords(approveHereTexts)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconUserCheck size={19} />} {...button} onClick={() => setIsOpen(true)}>
        {t('approveHere')}
      </Button>
      {isOpen && (
        <ApproveDialog
          approvalIds={approvalIds}
          onClose={() => setIsOpen(false)}
          onDecided={() => {
            setIsOpen(false)
            onDecided()
          }}
        />
      )}
    </>
  )
}
