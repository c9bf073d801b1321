import { Button, Group, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Modal } from '../layers/modal.tsx'
import { useLook } from '../look/look-store.ts'
import { PrintedPaper } from '../paper/printed-paper.tsx'
import { useWords } from '../words/words.ts'
import { PrinterFault } from './connection.ts'
import { PaperWidth } from './paper-width.tsx'
import type { Printed } from './print-job.ts'
import { printDirectly } from './printer.ts'
import {
  type CodePage,
  changePrinterSettings,
  codePages,
  columnsOf,
  isDirect,
  printerWays,
  usePrinterSettings,
} from './printer-settings.ts'
import { useTestSlip } from './test-slip.ts'
import { printerTexts } from './texts.ts'
import { WaySetUp } from './way-set-up.tsx'

/** Sets up this device's printer, once: afterwards it is found again without asking. */
export function PrinterDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(printerTexts)
  const settings = usePrinterSettings()
  return (
    <Modal opened onClose={onClose} size={620} title={t('title')}>
      <Stack>
        <Text>{t('hint')}</Text>
        <Labeled label={t('way')}>
          <SegmentedControl
            fullWidth
            aria-label={t('way')}
            value={settings.way}
            data={printerWays.map((value) => ({ value, label: t(`ways.${value}`) }))}
            onChange={(chosen) => {
              const way = printerWays.find((each) => each === chosen)
              if (way !== undefined) changePrinterSettings({ way, isAnswering: null })
            }}
          />
        </Labeled>
        <WaySetUp settings={settings} />
        <Group align="flex-start" gap="xl">
          <Labeled label={t('paperWidth')}>
            <PaperWidth />
          </Labeled>
          {isDirect(settings) && <ColumnCount />}
        </Group>
        {isDirect(settings) && <Face />}
        <Trial />
        <Group justify="flex-end">
          <Button h={44} onClick={onClose}>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Labeled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {label}
      </Text>
      {children}
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}

function ColumnCount() {
  const t = useWords(printerTexts)
  const { paperWidthMm, columns } = usePrinterSettings()
  const choices = columnsOf[paperWidthMm]
  if (choices.length === 1) return null
  return (
    <Labeled label={t('columns')} hint={t('columnsHint')}>
      <SegmentedControl
        aria-label={t('columns')}
        value={String(columns)}
        data={choices.map(String)}
        onChange={(value) =>
          changePrinterSettings({ columns: choices.find((each) => String(each) === value) ?? columns })
        }
      />
    </Labeled>
  )
}

/** What only a printer without a dialog needs to know. */
function Face() {
  const t = useWords(printerTexts)
  const { codePage, hasCutter, drawerPin, isPrintingSales } = usePrinterSettings()
  return (
    <>
      <Select
        label={t('codePage')}
        description={t('codePageHint')}
        allowDeselect={false}
        value={codePage}
        data={(Object.keys(codePages) as CodePage[]).map((value) => ({
          value,
          label: t(`codePages.${value}`),
        }))}
        onChange={(value) => {
          if (value !== null) changePrinterSettings({ codePage: value })
        }}
      />
      <Labeled label={t('drawer')} hint={t('drawerHint')}>
        <SegmentedControl
          aria-label={t('drawer')}
          value={drawerPin === null ? 'none' : `pin${drawerPin}`}
          data={(['none', 'pin2', 'pin5'] as const).map((value) => ({ value, label: t(`drawers.${value}`) }))}
          onChange={(value) =>
            changePrinterSettings({ drawerPin: value === 'pin2' ? 2 : value === 'pin5' ? 5 : null })
          }
        />
      </Labeled>
      <Group gap="xl">
        <Switch
          label={t('cutter')}
          checked={hasCutter}
          onChange={(event) => changePrinterSettings({ hasCutter: event.currentTarget.checked })}
        />
        <Switch
          label={t('printsSales')}
          checked={isPrintingSales}
          onChange={(event) => changePrinterSettings({ isPrintingSales: event.currentTarget.checked })}
        />
      </Group>
    </>
  )
}

/** Prints a slip that shows whether the settings are right, and learns whether the printer answers. */
function Trial() {
  const t = useWords(printerTexts)
  const settings = usePrinterSettings()
  const logoUrl = useLook()?.logoUrl ?? null
  const slip = useTestSlip(settings, logoUrl)
  const [result, setResult] = useState<Printed | PrinterFault | 'printing' | null>(null)
  const print = async () => {
    if (!isDirect(settings)) return window.print()
    setResult('printing')
    changePrinterSettings({ isAnswering: null })
    try {
      setResult(await printDirectly(slip))
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      setResult(error)
    }
  }
  return (
    <div>
      <Button variant="default" h={44} loading={result === 'printing'} onClick={() => void print()}>
        {t('test')}
      </Button>
      <PrintedPaper paper={slip} widthMm={settings.paperWidthMm} />
      <div role="status">
        {typeof result === 'string' && result !== 'printing' && <Text mt="xs">{t(`result.${result}`)}</Text>}
        {result instanceof PrinterFault && (
          <Text mt="xs" c="red">
            {t(`fault.${result.reason}`)}. {t(`faultHint.${result.reason}`)}
          </Text>
        )}
      </div>
    </div>
  )
}
