import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { type PaperDocument, textOf } from '../../ui/paper/paper-document.ts'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import type { MailReceipt } from './mail-receipt.ts'
import { ShareDialog } from './share-dialog.tsx'

interface Props {
  paper: PaperDocument
  /** `null`: it is not final, and the server does not mail it. */
  mail: MailReceipt | null
}

/** Sends a receipt to the customer instead of printing it. */
export function ShareButton({ paper, mail }: Props) {
  const t = useWords(shopTexts)
  const [isSharing, setIsSharing] = useState(false)
  return (
    <>
      <Button
        variant="default"
        h={48}
        leftSection={<IconShare size={19} />}
        onClick={() => setIsSharing(true)}
      >
        {t('share')}
      </Button>
      {isSharing && <ShareDialog mail={mail} text={textOf(paper)} onClose={() => setIsSharing(false)} />}
    </>
  )
}
