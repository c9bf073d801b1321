import { useState } from 'react'
import { useMissingPage } from '../../session/me/abilities.ts'
import { useMe } from '../../session/me/me.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { useResetAct } from './reset-act.ts'
import { useWaitingReset } from './reset-queries.ts'
import { factorResetTexts } from './texts.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Requests the removal of another person's lost second factor; says when, once that is requested. */
export function FactorResetButton({ person }: { person: Person }) {
  const t = useWords(factorResetTexts)
  const { account } = useMe()
  const barred = useMissingPage('roles')
  const waiting = useWaitingReset(person.id, barred === null)
  const act = useResetAct(person)
  const [isOpen, setIsOpen] = useState(false)
  // Another administrator does it for the person at this screen.
  if (person.id === account.id) return null
  const reason = barred ?? (waiting && t('waits', { when: formatDateTime(waiting.takesEffectAt) }))
  return (
    <>
      <AllowedButton reason={reason} variant="subtle" onClick={() => setIsOpen(true)}>
        {act.label}
      </AllowedButton>
      {isOpen && <ActDialog act={act} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The same for anybody, by e-mail: people of stores are on no page of the platform. */
export function AnybodysFactorResetButton() {
  const act = useResetAct()
  const barred = useMissingPage('roles')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <AllowedButton reason={barred} variant="default" onClick={() => setIsOpen(true)}>
        {act.label}
      </AllowedButton>
      {isOpen && <ActDialog act={act} onClose={() => setIsOpen(false)} />}
    </>
  )
}
