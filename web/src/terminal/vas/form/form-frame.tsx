import type { ReactNode } from 'react'
import { useIsOnline } from '../../../api/network-state.ts'
import { useScreenKeys } from '../../../ui/keys/screen-keys.ts'
import { useWords } from '../../../ui/words/words.ts'
import { type Draft, missingPart } from '../../selling/vas/sale-machine.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import classes from './sale-form.module.css'
import type { StepProps } from './step-props.ts'
import { Ticket } from './ticket.tsx'

/** The action of the ticket's button before the form can be confirmed. */
export interface NextPart {
  action: string
  /** Why it is unavailable; `null` when it is available. */
  reason: string | null
  isBusy?: boolean
  onAction: () => void
}

interface Props extends StepProps {
  draft: Draft
  next?: NextPart | undefined
  children: ReactNode
}

/** The current part of the form, with the growing ticket next to it. */
export function FormFrame({ checkout, kind, draft, next, children }: Props) {
  const t = useWords(terminalTexts)
  const tKind = useWords(kindTexts)
  const isOnline = useIsOnline()
  const missing = missingPart(draft)
  const reviewed: NextPart = {
    action: t('proceed'),
    reason:
      missing === null
        ? null
        : missing === 'provider'
          ? tKind(`${kind}.providerMissing`)
          : t(`proceedMissing.${missing}`),
    onAction: () => checkout.dispatch({ type: 'reviewed' }),
  }
  const { action, reason: ownReason, isBusy = false, onAction } = next ?? reviewed
  const reason = ownReason ?? (isOnline ? null : t('offlineReason'))
  useScreenKeys({
    Enter: () => {
      if (reason === null && !isBusy) onAction()
    },
  })
  return (
    <div className={classes['split']}>
      <section className={classes['work']}>{children}</section>
      <Ticket
        kind={kind}
        draft={draft}
        onChange={(part) => checkout.dispatch({ type: 'reopened', part })}
        onStartOver={() => checkout.dispatch({ type: 'restarted' })}
        action={action}
        reason={reason}
        isBusy={isBusy}
        onAction={onAction}
      />
    </div>
  )
}
