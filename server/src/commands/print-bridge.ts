import { homedir } from 'node:os'
import path from 'node:path'
import type { parseArgs } from 'node:util'
import { createLogger } from '../logger.ts'
import { startBridge } from '../print-bridge/bridge.ts'
import { keptPairingCode } from '../print-bridge/pairing-code.ts'
import { readPrinter } from '../print-bridge/printers.ts'
import { portOf, readArguments } from './arguments.ts'
import { stopOnSignal } from './signals.ts'

export const usage = `Usage: mostrador print-bridge --origin https://tienda.example --printer caja=tcp://192.168.1.87

  Runs on the shop's computer, and prints what its browser's till sends, without a dialog: see docs/printing.md.

  --origin   the address of the till's page, as the browser shows it; several are allowed
  --printer  NAME=tcp://HOST[:9100] for a printer of the local network, or NAME=FILE, such as /dev/usb/lp0 or
             \\\\localhost\\Tickets, a printer that Windows shares; several are allowed
  --port     where it listens, on this computer only; 9180 by default
  --code     the file that keeps the pairing code; delete it to unpair all tills`

export const portSetting = '--port'

/** `mostrador print-bridge`: see docs/printing.md. */
export async function run(_environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { code, ...settings } = readArguments(args, usage, form, settingsOf)
  const token = await keptPairingCode(code)
  const bridge = await startBridge({ ...settings, token })
  console.log(`The print bridge is listening at http://127.0.0.1:${bridge.port}`)
  console.log(`Pairing code, for “Tienda y terminal › Impresora”: ${token}`)
  stopOnSignal(createLogger('info'), [bridge.close])
}

const form = {
  options: {
    origin: { type: 'string', multiple: true, default: [] as string[] },
    printer: { type: 'string', multiple: true, default: [] as string[] },
    port: { type: 'string', default: '9180' },
    code: { type: 'string', default: path.join(homedir(), '.mostrador', 'print-bridge-code') },
  },
} as const

/** @throws Error for a value that is missing or wrong */
function settingsOf({ values }: ReturnType<typeof parseArgs<typeof form>>) {
  if (values.origin.length === 0) throw new Error('--origin is missing')
  if (values.printer.length === 0) throw new Error('--printer is missing')
  return {
    origins: values.origin.map(originOf),
    printers: new Map(values.printer.map(readPrinter)),
    port: portOf(values.port, '--port'),
    code: values.code,
  }
}

/** Also of an address with a path, as it is copied from the browser. */
function originOf(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address === undefined || !/^https?:$/.test(address.protocol))
    throw new Error(`--origin ${text}: write it as https://tienda.example`)
  return address.origin
}
