import type { Employee, Membership } from '@mostrador/client'
import { useReason } from '../../../session/me/reason.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { staffTexts } from './texts.ts'

interface Props {
  employee: Employee
  /** The server's reason against it; absent until it is known. */
  refusal: Membership['pinRefusal'] | undefined
  onGive: () => void
}

/** Gives an employee a PIN; says why to whom none can be given. */
export function PinButton({ employee, refusal, onGive }: Props) {
  const t = useWords(staffTexts)
  const reasonOf = useReason()
  const reason =
    employee.status === 'INACTIVE' ? 'hasLeft' : employee.membershipId === null ? 'noAccount' : null
  const refused = refusal === 'owner_only' ? t('ownersPin') : refusal && reasonOf(refusal)
  return (
    <AllowedButton
      variant="light"
      reason={reason === null ? (refused ?? null) : t(reason)}
      aria-label={t('pinOf', { name: employee.name })}
      onClick={onGive}
    >
      {t('pin')}
    </AllowedButton>
  )
}
