import { Button, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { hasSerial } from '../device/serial-port.ts'
import { parseNumber } from '../fields/parse-number.ts'
import { useWords } from '../words/words.ts'
import { bridgePrinters, usualBridgePort } from './bridge-printer.ts'
import { PrinterFault } from './connection.ts'
import { baudRates, changePrinterSettings, type PrinterSettings } from './printer-settings.ts'
import { choosePrinterPort } from './serial-printer.ts'
import { printerTexts } from './texts.ts'
import { chooseUsbPrinter, hasUsb } from './usb-printer.ts'

/** What the chosen way needs: the printer at it. */
export function WaySetUp({ settings }: { settings: PrinterSettings }) {
  const t = useWords(printerTexts)
  const { way } = settings
  const isSupported = (way !== 'usb' || hasUsb()) && (way !== 'serial' || hasSerial())
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t(`wayHint.${way}`)}
      </Text>
      {!isSupported && (
        <Text c="red" mt="xs" role="alert">
          {t('unsupported')}
        </Text>
      )}
      {isSupported && way === 'usb' && <UsbSetUp settings={settings} />}
      {isSupported && way === 'serial' && <SerialSetUp settings={settings} />}
      {way === 'bridge' && <BridgeSetUp settings={settings} />}
    </div>
  )
}

function UsbSetUp({ settings: { usb } }: { settings: PrinterSettings }) {
  const t = useWords(printerTexts)
  const name = usb === null ? '' : usb.name === '' ? usbName(usb) : usb.name
  return (
    <Choice
      label={t('chooseUsb')}
      chosen={usb === null ? null : t('chosen', { name })}
      choose={async () => {
        const chosen = await chooseUsbPrinter()
        if (chosen !== null) changePrinterSettings({ usb: chosen, isAnswering: null })
      }}
    />
  )
}

const hex = (id: number) => id.toString(16).padStart(4, '0')
const usbName = ({ vendorId, productId }: { vendorId: number; productId: number }) =>
  `${hex(vendorId)}:${hex(productId)}`

const usualBaudRate = 9600

function SerialSetUp({ settings: { serial } }: { settings: PrinterSettings }) {
  const t = useWords(printerTexts)
  const [baudRate, setBaudRate] = useState<number>(serial?.baudRate ?? usualBaudRate)
  return (
    <>
      <Select
        label={t('baudRate')}
        mt="xs"
        w={160}
        allowDeselect={false}
        value={String(baudRate)}
        data={baudRates.map(String)}
        onChange={(value) => {
          const chosen = baudRates.find((each) => String(each) === value) ?? usualBaudRate
          setBaudRate(chosen)
          if (serial !== null)
            changePrinterSettings({ serial: { ...serial, baudRate: chosen }, isAnswering: null })
        }}
      />
      <Choice
        label={t('chooseSerial')}
        chosen={serial === null ? null : t('chosenPort')}
        choose={async () => {
          const port = await choosePrinterPort()
          if (port !== null) changePrinterSettings({ serial: { ...port, baudRate }, isAnswering: null })
        }}
      />
    </>
  )
}

/** Pairs this device with the bridge, once, and chooses one of its printers. */
function BridgeSetUp({ settings: { bridge } }: { settings: PrinterSettings }) {
  const t = useWords(printerTexts)
  const [code, setCode] = useState(bridge?.code ?? '')
  const [printers, setPrinters] = useState<readonly string[]>(bridge === null ? [] : [bridge.printer])
  const [port, setPort] = useState(bridge?.port ?? usualBridgePort)
  const paired = { port, code: code.trim().toUpperCase() }
  const choose = (printer: string) =>
    changePrinterSettings({ bridge: { ...paired, printer }, isAnswering: null })
  return (
    <>
      <Group mt="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('bridgeCode')}
          description={t('bridgeCodeHint')}
          flex={1}
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <NumberInput
          label={t('bridgePort')}
          w={110}
          hideControls
          allowNegative={false}
          allowDecimal={false}
          max={65_535}
          value={port}
          onChange={(value) => setPort(parseNumber(value) ?? 0)}
        />
      </Group>
      <Choice
        label={t('chooseBridge')}
        chosen={bridge === null ? null : t('chosen', { name: bridge.printer })}
        choose={async () => {
          const found = await bridgePrinters(paired)
          setPrinters(found)
          const [first] = found
          const chosen = found.find((each) => each === bridge?.printer) ?? first
          if (chosen !== undefined) choose(chosen)
        }}
      />
      {printers.length > 1 && (
        <Select
          label={t('bridgePrinter')}
          mt="xs"
          w={240}
          allowDeselect={false}
          value={bridge?.printer ?? null}
          data={[...printers]}
          onChange={(printer) => {
            if (printer !== null) choose(printer)
          }}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  chosen: string | null
  choose: () => Promise<void>
}

function Choice({ label, chosen, choose }: ChoiceProps) {
  const t = useWords(printerTexts)
  const [fault, setFault] = useState<PrinterFault | null>(null)
  const press = async () => {
    setFault(null)
    try {
      await choose()
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      setFault(error)
    }
  }
  return (
    <>
      <Group mt="xs">
        <Button variant="light" h={44} onClick={() => void press()}>
          {label}
        </Button>
        <Text>{chosen ?? t('chosenNone')}</Text>
      </Group>
      {fault !== null && (
        <Text c="red" mt="xs" role="alert">
          {t(`fault.${fault.reason}`)}. {t(`faultHint.${fault.reason}`)}
        </Text>
      )}
    </>
  )
}
