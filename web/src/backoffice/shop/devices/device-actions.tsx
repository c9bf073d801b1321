import type { Terminal } from '@mostrador/client'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { deviceTexts } from './texts.ts'

interface Props {
  terminal: Terminal
  /** Why devices cannot be changed, in words; `null` when they can. */
  barred: string | null
  onAct: (act: DeviceAct) => void
}

/** An action and its terminal. */
export interface DeviceAct {
  readonly act: 'enable' | 'disable'
  readonly terminal: Terminal
}

/** The actions in a terminal's row. */
export function DeviceActions({ terminal, barred, onAct }: Props) {
  const t = useWords(deviceTexts)
  return (
    <RowActions>
      <AllowedButton variant="light" reason={barred} onClick={() => onAct({ act: 'enable', terminal })}>
        {t('enable')}
      </AllowedButton>
      {terminal.status === 'ENABLED' && (
        <AllowedButton
          variant="subtle"
          color="red"
          reason={barred}
          onClick={() => onAct({ act: 'disable', terminal })}
        >
          {t('disable')}
        </AllowedButton>
      )}
    </RowActions>
  )
}
