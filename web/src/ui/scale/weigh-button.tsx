import { Button, Text } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useWords } from '../words/words.ts'
import { formatKilograms } from './kilograms.ts'
import { useScaleSettings } from './scale-settings.ts'
import { scaleTexts } from './texts.ts'
import { useScale } from './use-scale.ts'

/** Uses the weight on this device's scale, once it stands still. Nothing without a scale. */
export function WeighButton({ onTake }: { onTake: (grams: number) => void }) {
  return useScaleSettings().port === null ? null : <Weighing onTake={onTake} />
}

function Weighing({ onTake }: { onTake: (grams: number) => void }) {
  const t = useWords(scaleTexts)
  const { weight, fault, take } = useScale()
  if (weight === null) {
    return (
      <Text role="status" c="dimmed">
        {fault === null ? t('waiting') : t(`fault.${fault}`)}
      </Text>
    )
  }
  const { grams, mayTake } = weight
  return (
    <Button
      size="md"
      h={52}
      leftSection={<IconScale size={20} />}
      disabled={!mayTake}
      onClick={() => {
        take(grams)
        onTake(grams)
      }}
    >
      {t('take', { kilograms: formatKilograms(grams) })}
    </Button>
  )
}
