import type { Employee } from '@mostrador/client'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { staffTexts } from './texts.ts'

/** Gives an employee a PIN; says why to whom none can be given. */
export function PinButton({ employee, onGive }: { employee: Employee; onGive: () => void }) {
  const t = useWords(staffTexts)
  const reason =
    employee.status === 'INACTIVE' ? 'hasLeft' : employee.membershipId === null ? 'noAccount' : null
  return (
    <AllowedButton
      variant="light"
      reason={reason && t(reason)}
      aria-label={t('pinOf', { name: employee.name })}
      onClick={onGive}
    >
      {t('pin')}
    </AllowedButton>
  )
}
