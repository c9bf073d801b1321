import { Button, type ButtonProps } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { later } from '../ui/parts/later.tsx'
import { useWords } from '../ui/words/words.ts'
import { approveHereTexts } from './texts.ts'

const ApproveDialog = later(async () => (await import('./approve-dialog.tsx')).ApproveDialog)

interface Props extends ButtonProps {
  /** What waits for somebody's leave; one code and PIN decide on all of it. */
  approvalIds: readonly string[]
  /** It has been decided: by this or, meanwhile, by somebody elsewhere. */
  onDecided: () => unknown
}

/** For a supervisor who stands at the till: they decide, and whoever is signed in stays so. */
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
