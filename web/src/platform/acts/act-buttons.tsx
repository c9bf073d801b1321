import { Group } from '@mantine/core'
import { useState } from 'react'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import type { Act } from './act.ts'
import { ActDialog } from './act-dialog.tsx'

/** The actions of a case. An unavailable one stays visible and says why. */
export function ActButtons({ acts }: { acts: readonly Act[] }) {
  const [asked, setAsked] = useState<Act | null>(null)
  return (
    <>
      <Group gap="sm">
        {acts.map((act) => (
          <AllowedButton
            key={act.key}
            reason={act.barred}
            color={act.isDanger === true ? 'red' : 'agave'}
            variant={act.isDanger === true ? 'light' : 'filled'}
            onClick={() => setAsked(act)}
          >
            {act.label}
          </AllowedButton>
        ))}
      </Group>
      {asked !== null && <ActDialog act={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
