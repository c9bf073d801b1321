import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { groupByFour } from '../format/groups.ts'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'
import classes from './pin-card.module.css'

export interface ShownPin {
  /** In clear in one answer only; `null` in all others. */
  code: string | null
  masked: string
  serial: string | null
  isRevealed: boolean
  instructions: readonly string[]
}

/** Groups a code in fours, as it is read aloud, unless the brand groups it itself. */
export function groupCode(code: string): string {
  return /^[\dA-Za-z]+$/.test(code) ? groupByFour(code) : code
}

/**
 * A gift PIN: in large type when the answer carries it, masked otherwise.
 *
 * @param props `actions`: further actions next to copying
 */
export function PinCard({ pin, actions }: { pin: ShownPin; actions?: ReactNode }) {
  const t = useWords(uiTexts)
  const { code } = pin
  return (
    <section className={classes['card']} data-masked={code === null || undefined} aria-label={t('pin')}>
      <span className={classes['label']}>{t('pin')}</span>
      <p className={classes['code']} data-testid="pin">
        {code === null ? pin.masked : groupCode(code)}
      </p>
      {code === null ? (
        <p className={classes['hint']}>{pin.isRevealed ? t('pinShown') : t('pinUnseen')}</p>
      ) : (
        <>
          {pin.serial !== null && (
            <span className={classes['label']}>{t('pinSerial', { serial: pin.serial })}</span>
          )}
          <p className={classes['warning']}>{t('pinOnce')}</p>
          {pin.instructions.length > 0 && (
            <ol className={classes['steps']}>
              {pin.instructions.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
        </>
      )}
      <div className={classes['actions']}>
        {code !== null && <CopyCode code={code} />}
        {actions}
      </div>
    </section>
  )
}

/** Without a secure connection browsers have no clipboard; the button is hidden then. */
function CopyCode({ code }: { code: string }) {
  const t = useWords(uiTexts)
  if (!('clipboard' in navigator)) return null
  return (
    <CopyButton value={code}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="md"
          h={52}
          leftSection={copied ? <IconCheck size={19} /> : <IconCopy size={19} />}
          onClick={copy}
        >
          {copied ? t('copied') : t('pinCopy')}
        </Button>
      )}
    </CopyButton>
  )
}
