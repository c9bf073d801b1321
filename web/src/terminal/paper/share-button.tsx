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
  /** What has to succeed before a copy is sent. */
  record?: { readonly isPending: boolean; mutateAsync(): Promise<unknown> }
}

/** Sends a receipt to the customer instead of printing it. */
export function ShareButton({ paper, mail, record }: Props) {
  const t = useWords(shopTexts)
  const [isSharing, setIsSharing] = useState(false)
  const share = async () => {
    await record?.mutateAsync()
    setIsSharing(true)
  }
  return (
    <>
      <Button
        variant="default"
        h={48}
        leftSection={<IconShare size={19} />}
        loading={record?.isPending === true}
        // A refusal is told by whoever records.
        onClick={() => void share().catch(() => undefined)}
      >
        {t('share')}
      </Button>
      {isSharing && <ShareDialog mail={mail} text={textOf(paper)} onClose={() => setIsSharing(false)} />}
    </>
  )
}
