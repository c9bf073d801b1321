import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { chooseSerialPort, hasSerial } from '../device/serial-port.ts'
import { Modal } from '../layers/modal.tsx'
import { useWords } from '../words/words.ts'
import { formatKilograms } from './kilograms.ts'
import { changeScaleSettings, scaleKinds, useScaleSettings } from './scale-settings.ts'
import { scaleTexts } from './texts.ts'
import { useScale } from './use-scale.ts'

/** Sets up this device's scale, and shows what it says. */
export function ScaleDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(scaleTexts)
  const { kind, port } = useScaleSettings()
  return (
    <Modal opened onClose={onClose} size={520} title={t('title')}>
      <Stack>
        <Text>{t('hint')}</Text>
        {!hasSerial() && (
          <Text c="red" role="alert">
            {t('unsupported')}
          </Text>
        )}
        <Select
          label={t('kind')}
          allowDeselect={false}
          value={kind}
          data={scaleKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(value) => {
            if (value !== null) changeScaleSettings({ kind: value })
          }}
        />
        <Group>
          <Button
            variant="light"
            h={44}
            disabled={!hasSerial()}
            onClick={() =>
              void chooseSerialPort().then((chosen) => chosen && changeScaleSettings({ port: chosen }))
            }
          >
            {t('choose')}
          </Button>
          <Text>{port === null ? t('none') : t('chosen')}</Text>
          {port !== null && (
            <Button variant="subtle" h={44} onClick={() => changeScaleSettings({ port: null })}>
              {t('remove')}
            </Button>
          )}
        </Group>
        {port !== null && <Now />}
        <Group justify="flex-end">
          <Button h={44} onClick={onClose}>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Now() {
  const t = useWords(scaleTexts)
  const { weight, fault } = useScale()
  return (
    <Paper withBorder p="md" role="status" aria-label={t('now')}>
      {weight === null ? (
        <Text>{fault === null ? t('waiting') : t(`fault.${fault}`)}</Text>
      ) : (
        <>
          <Text fz={28} fw={700} className="figures">
            {t('weight', { kilograms: formatKilograms(weight.grams) })}
          </Text>
          <Text c="dimmed">{weight.mayTake ? t('steady') : t('moving')}</Text>
        </>
      )}
    </Paper>
  )
}
