import { useState } from 'react'
import { useMissingPage } from '../../session/me/abilities.ts'
import { useMe } from '../../session/me/me.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { useResetAct } from './reset-act.ts'
import { usePendingReset } from './reset-queries.ts'
import { factorResetTexts } from './texts.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Requests the removal of another person's lost second factor. While one is pending, it is disabled and says when. */
export function FactorResetButton({ person }: { person: Person }) {
  const t = useWords(factorResetTexts)
  const { account } = useMe()
  const barred = useMissingPage('roles')
  const pending = usePendingReset(person.id, barred === null)
  const act = useResetAct(person)
  // Another administrator does it for the person at this screen.
  if (person.id === account.id) return null
  const reason = barred ?? (pending && t('waits', { when: formatDateTime(pending.takesEffectAt) }))
  return <ResetButton act={act} reason={reason} variant="subtle" />
}

/** The same by e-mail, for people of stores, whom no page of the platform lists. */
export function AnybodysFactorResetButton() {
  return <ResetButton act={useResetAct()} reason={useMissingPage('roles')} variant="default" />
}

interface Props {
  act: Act
  reason: string | null | undefined
  variant: 'subtle' | 'default'
}

function ResetButton({ act, reason, variant }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <AllowedButton reason={reason} variant={variant} onClick={() => setIsOpen(true)}>
        {act.label}
      </AllowedButton>
      {isOpen && <ActDialog act={act} onClose={() => setIsOpen(false)} />}
    </>
  )
}
