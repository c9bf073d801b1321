import { Button, Group } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { type PaperDocument, textOf } from '../../ui/paper/paper-document.ts'
import { BrowserPaperWidth } from '../../ui/printer/paper-width.tsx'
import { PrintButton } from '../../ui/printer/print-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { ShareDialog } from './share-dialog.tsx'

interface Props {
  printLabel: string
  paper: PaperDocument
  /** It is a customer's receipt, and can be sent to them. */
  receiptId?: string
  onPrint?: () => void
}

/** Prints a paper at the till, or sends it to the customer. */
export function Paper({ printLabel, paper, receiptId, ...rest }: Props) {
  const t = useWords(shopTexts)
  const [isSharing, setIsSharing] = useState(false)
  return (
    <>
      <Group gap="sm" grow>
        <PrintButton paper={paper} h={48} {...rest}>
          {printLabel}
        </PrintButton>
        {receiptId !== undefined && (
          <Button
            variant="default"
            h={48}
            leftSection={<IconShare size={19} />}
            onClick={() => setIsSharing(true)}
          >
            {t('share')}
          </Button>
        )}
      </Group>
      <BrowserPaperWidth />
      {isSharing && receiptId !== undefined && (
        <ShareDialog receiptId={receiptId} text={textOf(paper)} onClose={() => setIsSharing(false)} />
      )}
    </>
  )
}
