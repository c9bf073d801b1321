import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { type PaperDocument, textOf } from '../../ui/paper/paper-document.ts'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { ShareDialog } from './share-dialog.tsx'

interface Props {
  paper: PaperDocument
  /** Of a sale of goods, whose receipt the server can mail; `null` for services. */
  receiptId: string | null
}

/** Sends a receipt to the customer instead of printing it. */
export function ShareButton({ paper, receiptId }: Props) {
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
      {isSharing && (
        <ShareDialog receiptId={receiptId} text={textOf(paper)} onClose={() => setIsSharing(false)} />
      )}
    </>
  )
}
