import { Title } from '@mantine/core'
import type { VasKind } from '@mostrador/client'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { paperLanguage } from '../../../ui/words/language.ts'
import { useWords } from '../../../ui/words/words.ts'
import { SaleChange } from '../../tender/sale-change.tsx'
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
  /** Cash for the customer, on top instead of the picture; absent or 0: none is due. */
  changeCentavos?: number | null
  /** What the cashier tells the customer. */
  say: string
  actions: ReactNode
  /** The receipt, if any. */
  aside?: ReactNode
  children: ReactNode
}

/** The state or the end of a sale: picture or change, color, words for cashier and customer, and the next action. */
export function OutcomeFrame(props: Props) {
  const { variant, kind, title, say, actions, aside, children } = props
  const changeCentavos = props.changeCentavos ?? 0
  const t = useWords(terminalTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  /** Said with the heading, which takes the focus. */
  const changeId = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes['split']} data-alone={!aside || undefined}>
      <section className={classes['outcome']} data-tone={tones[variant]} data-variant={variant}>
        {changeCentavos > 0 ? (
          <SaleChange
            id={changeId}
            label={t('changeDue')}
            centavos={changeCentavos}
            isInLine={variant === 'APPROVED_PIN'}
          />
        ) : (
          <OutcomePicture variant={variant} kind={kind} />
        )}
        <Title
          order={1}
          ref={heading}
          tabIndex={-1}
          className={classes['title'] ?? ''}
          {...(changeCentavos > 0 && { 'aria-describedby': changeId })}
        >
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
