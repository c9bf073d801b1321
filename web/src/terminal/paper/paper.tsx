import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconShare } from '@tabler/icons-react'
import { type PaperDocument, textOf } from '../../ui/paper/paper-document.ts'
import { BrowserPaperWidth } from '../../ui/printer/paper-width.tsx'
import { PrintButton } from '../../ui/printer/print-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  printLabel: string
  paper: PaperDocument
  /** It is for the customer, and can be sent as text. */
  isShared?: boolean
  onPrint?: () => void
}

/** Prints a paper at the till, or shares it as text. */
export function Paper({ printLabel, paper, isShared = false, ...rest }: Props) {
  const t = useWords(shopTexts)
  const share = async () => {
    const text = textOf(paper)
    if ('share' in navigator) {
      await navigator.share({ text }).catch(() => undefined)
      return
    }
    await (navigator as Navigator).clipboard.writeText(text)
    notifications.show({ message: t('shared'), color: 'agave' })
  }
  return (
    <>
      <Group gap="sm" grow>
        <PrintButton paper={paper} h={48} {...rest}>
          {printLabel}
        </PrintButton>
        {isShared && (
          <Button
            variant="default"
            h={48}
            leftSection={<IconShare size={19} />}
            onClick={() => void share()}
          >
            {t('share')}
          </Button>
        )}
      </Group>
      <BrowserPaperWidth />
    </>
  )
}
