import { Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { firstFieldFocused } from '../../ui/keys/pointer.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { type TakeScan, useScans } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import type { ReferencedMethod, References } from '../selling/money/charge.ts'
import { ReferenceFields } from '../tender/reference-fields.tsx'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  isLate: boolean
  /** It was taken in a shift that is not open any more, and waits to be set aside. */
  isOfAnotherShift: boolean
  /** The payments that were sent without a reference. */
  unproven: readonly ReferencedMethod[]
  onScan: TakeScan
  onFinishOffline: ((references: References) => void) | null
}

/** The payment is being sent. The cashier only has to wait. */
export function Charging({ isLate, isOfAnotherShift, unproven, onScan, onFinishOffline }: Props) {
  const t = useWords(shopTexts)
  // Kept here: while the network is back for a moment, their fields are gone.
  const [references, setReferences] = useState<References>({})
  useScans('dialog', onScan)
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} size="sm">
      <Stack align="center" ta="center" py="lg" role="status">
        {!isOfAnotherShift && <Loader />}
        <Text fw={700} fz="xl">
          {t(isOfAnotherShift ? 'chargingOtherShift' : 'chargingTitle')}
        </Text>
        <Text c="dimmed">
          {t(isOfAnotherShift ? 'chargingOtherShiftHint' : isLate ? 'chargingRetry' : 'chargingHint')}
        </Text>
      </Stack>
      {(isLate || isOfAnotherShift) && onFinishOffline !== null && (
        <SetAside
          isOfAnotherShift={isOfAnotherShift}
          unproven={unproven}
          references={references}
          onChange={setReferences}
          onFinish={() => onFinishOffline(references)}
        />
      )}
    </Modal>
  )
}

interface SetAsideProps {
  isOfAnotherShift: boolean
  unproven: readonly ReferencedMethod[]
  references: References
  onChange: (references: References) => void
  onFinish: () => void
}

/** Goes on without the answer. A payment that the server may never have heard of needs its reference then. */
function SetAside({ isOfAnotherShift, unproven, references, onChange, onFinish }: SetAsideProps) {
  const t = useWords(shopTexts)
  const reason = t(isOfAnotherShift ? 'referenceOrNoSlip' : 'referenceNeeded')
  const isProven = unproven.every((method) => (references[method] ?? '').trim() !== '')
  return (
    <form
      ref={firstFieldFocused}
      onSubmit={(event) => {
        event.preventDefault()
        if (isProven) onFinish()
      }}
    >
      <Stack>
        <ReferenceFields {...{ unproven, reason, references, onChange }} />
        <AllowedButton type="submit" h={52} reason={isProven ? null : reason}>
          {t(isOfAnotherShift ? 'chargingOtherShiftKeep' : 'chargingSetAside')}
        </AllowedButton>
        <Text size="sm" c="dimmed">
          {t(isOfAnotherShift ? 'chargingOtherShiftKeepHint' : 'chargingSetAsideHint')}
        </Text>
      </Stack>
    </form>
  )
}
