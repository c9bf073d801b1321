import { Button, Group, Paper, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../layers/modal.tsx'
import { mute, useIsMuted } from '../sounds/muted.ts'
import { sound, soundNames } from '../sounds/sounds.ts'
import { useWords } from '../words/words.ts'
import { useScans } from './meanings.ts'
import type { PageScan } from './scanner.ts'
import {
  changeScannerSettings,
  endings,
  longestPrefix,
  paces,
  useScannerSettings,
} from './scanner-settings.ts'
import { scannerTexts } from './texts.ts'

const shownScans = 3
/** A symbology identifier, such as `]C1`, or characters with which no shop's code begins. */
const likelyPrefix = /^(?:\][A-Za-z]\d|[^0-9A-Za-z\s]{1,3})/

/** Sets how this device's scanner is told from typing, with a field to try it. */
export function ScannerDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(scannerTexts)
  const { ending, pace } = useScannerSettings()
  const isMuted = useIsMuted()
  return (
    <Modal opened onClose={onClose} size={560} title={t('title')}>
      <Stack>
        <Text>{t('hint')}</Text>
        <Trial />
        <Prefix />
        <Choice
          label={t('ending')}
          value={ending}
          options={endings.map((value) => ({ value, label: t(`endings.${value}`) }))}
          onChoose={(value) => changeScannerSettings({ ending: value })}
        />
        <Choice
          label={t('pace')}
          value={pace}
          options={paces.map((value) => ({ value, label: t(`paces.${value}`) }))}
          hint={t(`paceHint.${pace}`)}
          onChoose={(value) => changeScannerSettings({ pace: value })}
        />
        <Group justify="space-between">
          <Switch
            label={t('sound')}
            checked={!isMuted}
            onChange={(event) => mute(!event.currentTarget.checked)}
          />
          <Group gap="xs">
            {soundNames.map((name) => (
              <Button key={name} variant="default" disabled={isMuted} onClick={() => sound(name)}>
                {t(`hear.${name}`)}
              </Button>
            ))}
          </Group>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Invalid text stays in the field. */
function Prefix() {
  const t = useWords(scannerTexts)
  const { prefix } = useScannerSettings()
  const [wrong, setWrong] = useState<string | null>(null)
  return (
    <TextInput
      label={t('prefix')}
      description={t('prefixHint')}
      maxLength={longestPrefix}
      autoComplete="off"
      spellCheck={false}
      value={wrong ?? prefix}
      error={wrong === null ? undefined : t('prefixWrong')}
      onChange={(event) => {
        const typed = event.currentTarget.value
        // Digits alone begin every GTIN.
        const isWrong = /\s/.test(typed) || /^\d+$/.test(typed)
        setWrong(isWrong ? typed : null)
        if (!isWrong) changeScannerSettings({ prefix: typed })
      }}
    />
  )
}

interface ChoiceProps<V extends string> {
  label: string
  value: V
  options: { value: V; label: string }[]
  hint?: string
  onChoose: (value: V) => void
}

function Choice<V extends string>({ label, value, options, hint, onChoose }: ChoiceProps<V>) {
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        aria-label={label}
        value={value}
        data={options}
        onChange={(chosen) => {
          const option = options.find((each) => each.value === chosen)
          if (option !== undefined) onChoose(option.value)
        }}
      />
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}

/** The last scans, as the scanner sent them. */
function Trial() {
  const t = useWords(scannerTexts)
  const [scans, setScans] = useState<readonly (PageScan & { readonly number: number })[]>([])
  const { prefix } = useScannerSettings()
  useScans('dialog', (scan) => {
    setScans((before) => [{ ...scan, number: (before[0]?.number ?? 0) + 1 }, ...before].slice(0, shownScans))
    return null
  })
  const [last] = scans
  const found = last === undefined || last.hasPrefix ? undefined : likelyPrefix.exec(last.code)?.[0]
  return (
    <Paper withBorder p="md" role="region" aria-label={t('test')}>
      <Text fw={600}>{t('test')}</Text>
      <Text size="sm" c="dimmed">
        {t('testHint')}
      </Text>
      <div role="status">
        {last !== undefined && <Seen scan={last} hasPrefix={prefix !== ''} />}
        {scans.slice(1).map(({ code, number }) => (
          <Text key={number} size="sm" c="dimmed" className="figures">
            {code}
          </Text>
        ))}
      </div>
      {found !== undefined && found !== prefix && (
        <Button variant="light" mt="xs" onClick={() => changeScannerSettings({ prefix: found })}>
          {t('usePrefix', { prefix: found })}
        </Button>
      )}
    </Paper>
  )
}

function Seen({ scan, hasPrefix }: { scan: PageScan; hasPrefix: boolean }) {
  const t = useWords(scannerTexts)
  const facts = [
    [t('seen.code'), scan.code],
    [t('seen.length'), String(scan.code.length)],
    [t('seen.gap'), t('seen.gapValue', { mean: scan.meanGapMs, longest: scan.longestGapMs })],
    [t('seen.ending'), t(`seen.endings.${scan.ending}`)],
    ...(hasPrefix ? [[t('seen.prefix'), t(scan.hasPrefix ? 'seen.prefixYes' : 'seen.prefixNo')]] : []),
  ]
  return (
    <dl style={{ margin: '8px 0', display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '2px 16px' }}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd className="figures" style={{ margin: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
