import { Button, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { useScreenKeys } from '../../ui/keys/screen-keys.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { SaleChange } from '../tender/sale-change.tsx'
import classes from './done-screen.module.css'

interface Props {
  /** What happened, in a few words. */
  title: string
  icon: ReactNode
  /** In words: change is due, or the payment was exact. */
  changeLabel: string
  changeCentavos: number
  nextLabel: string
  onNext: () => void
  /** Total and folio. */
  children: ReactNode
  /** The ticket, which may be longer than the screen. */
  ticket: ReactNode
  ticketLabel: string
}

/**
 * The end of a sale of goods. The change is on top and, like the next step, stays in sight however long the
 * ticket next to it is.
 */
export function DoneScreen(props: Props) {
  const { onNext } = props
  const heading = useRef<HTMLHeadingElement>(null)
  /** Said with the heading, which takes the focus. */
  const changeId = useId()
  useEffect(() => heading.current?.focus(), [])
  useCommand('next', onNext)
  useScreenKeys({ Escape: onNext })
  const { key } = shortcutOf('next')
  return (
    <div className={classes['done']}>
      <div className={classes['told']}>
        <SaleChange id={changeId} label={props.changeLabel} centavos={props.changeCentavos} />
        <Title
          order={1}
          ref={heading}
          tabIndex={-1}
          className={classes['title'] ?? ''}
          aria-describedby={changeId}
        >
          {props.icon}
          {props.title}
        </Title>
        {props.children}
        <Button
          size="lg"
          h={60}
          mt="md"
          aria-keyshortcuts={key}
          rightSection={<KeyCap chord={key} />}
          onClick={onNext}
        >
          {props.nextLabel}
        </Button>
      </div>
      <aside className={classes['side']} aria-label={props.ticketLabel}>
        {props.ticket}
      </aside>
    </div>
  )
}
