import type { TerminalRecord } from '../../api/types.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useBackofficeWords } from '../words.ts'

interface Props {
  terminal: TerminalRecord
  /** Why devices may not be changed, in words; `null`: they may. */
  barred: string | null
  onAct: (act: DeviceAct) => void
}

/** What is to be done, and at which terminal. */
export interface DeviceAct {
  readonly act: 'enable' | 'disable'
  readonly terminal: TerminalRecord
}

/** The buttons of a terminal's row. */
export function DeviceActions({ terminal, barred, onAct }: Props) {
  const t = useBackofficeWords()
  return (
    <RowActions>
      <AllowedButton variant="light" reason={barred} onClick={() => onAct({ act: 'enable', terminal })}>
        {t('device.enable')}
      </AllowedButton>
      {terminal.status === 'ENABLED' && (
        <AllowedButton
          variant="subtle"
          color="red"
          reason={barred}
          onClick={() => onAct({ act: 'disable', terminal })}
        >
          {t('device.disable')}
        </AllowedButton>
      )}
    </RowActions>
  )
}
