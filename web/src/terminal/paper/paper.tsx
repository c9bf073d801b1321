import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPrinter, IconShare } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { PaperWidth, type PaperWidthMm, rememberedPaperWidth } from '../../ui/paper/paper-width.tsx'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './paper.module.css'

interface Props {
  printLabel: string
  /** The printed content. */
  children: ReactNode
  /** The same content as text, if it can be sent to the customer. */
  text?: string
  onPrint?: () => void
}

/** Prints a ticket at its paper width, or shares it as text. */
export function Paper({ printLabel, children, text, onPrint }: Props) {
  const t = useWords(shopTexts)
  const [widthMm, setWidthMm] = useState<PaperWidthMm>(rememberedPaperWidth)
  const share = async (words: string) => {
    if ('share' in navigator) {
      await navigator.share({ text: words }).catch(() => undefined)
      return
    }
    await (navigator as Navigator).clipboard.writeText(words)
    notifications.show({ message: t('shared'), color: 'agave' })
  }
  return (
    <>
      <Group gap="sm" grow>
        <Button
          variant="default"
          h={48}
          leftSection={<IconPrinter size={19} />}
          onClick={() => {
            onPrint?.()
            window.print()
          }}
        >
          {printLabel}
        </Button>
        {text !== undefined && (
          <Button
            variant="default"
            h={48}
            leftSection={<IconShare size={19} />}
            onClick={() => void share(text)}
          >
            {t('share')}
          </Button>
        )}
      </Group>
      <PaperWidth widthMm={widthMm} onChange={setWidthMm} />
      {createPortal(
        <div className="print-only">
          <style>{`@page { size: ${widthMm}mm auto; margin: 0 }`}</style>
          <div className={classes['paper']} style={{ width: `${widthMm}mm` }} data-width={widthMm}>
            {children}
          </div>
        </div>,
        document.body,
      )}
    </>
  )
}
