import { Title } from '@mantine/core'
import type { VasKind } from '@mostrador/client'
import { type ReactNode, useEffect, useRef } from 'react'
import { paperLanguage } from '../../../ui/words/language.ts'
import { useWords } from '../../../ui/words/words.ts'
import { terminalTexts } from '../../words/texts.ts'
import { OutcomePicture, type OutcomeVariant } from '../pictures/outcome-picture.tsx'
import classes from './outcome.module.css'

const tones: Record<OutcomeVariant, string> = {
  APPROVED: 'good',
  APPROVED_PIN: 'good',
  PENDING: 'wait',
  DECLINED: 'bad',
  REVERSED: 'undone',
  NOT_ATTEMPTED: 'idle',
}

interface Props {
  variant: OutcomeVariant
  kind: VasKind
  title: string
  /** What the cashier tells the customer. */
  say: string
  actions: ReactNode
  /** The receipt, if any. */
  aside?: ReactNode
  children: ReactNode
}

/** The state or the end of a sale: picture, color, words for cashier and customer, and the next action. */
export function OutcomeFrame({ variant, kind, title, say, actions, aside, children }: Props) {
  const t = useWords(terminalTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes['split']} data-alone={!aside || undefined}>
      <section className={classes['outcome']} data-tone={tones[variant]} data-variant={variant}>
        <OutcomePicture variant={variant} kind={kind} />
        <Title order={1} ref={heading} tabIndex={-1} className={classes['title'] ?? ''}>
          {title}
        </Title>
        <div className={classes['facts']}>{children}</div>
        <p className={classes['say']}>
          <span>{t('tellCustomer')}</span>
          <span lang={paperLanguage}>{say}</span>
        </p>
        <div className={classes['actions']}>{actions}</div>
      </section>
      {aside}
    </div>
  )
}
