import type { parseArgs } from 'node:util'
import { createLogger } from '../logger.ts'
import { runSimulator } from '../simulator/run.ts'
import { portOf, readArguments } from './arguments.ts'
import { stopOnSignal } from './signals.ts'

export const usage = `Usage: mostrador simulator [--port 4100] [--control-port 4101] [--dir .mostrador/provider] [--time-scale 1]

  --port          where it answers as the provider does; 4100 by default
  --control-port  where its faults are controlled; nowhere by default
  --dir           the folder that keeps its transactions; by default it forgets them
  --time-scale    how many times faster than the provider it is; 1 by default`

export const portSetting = '--port or --control-port'

/** The aggregator's simulator as its own program: the provider's API on one port, its faults on another. */
export async function run(_environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const running = await runSimulator(readArguments(args, usage, form, optionsOf))
  const logger = createLogger('info')
  console.log(`The simulator is listening at ${running.url}`)
  if (running.controlUrl !== undefined) console.log(`Its faults are controlled at ${running.controlUrl}`)
  stopOnSignal(logger, [running.close])
}

const form = {
  options: {
    port: { type: 'string', default: '4100' },
    'control-port': { type: 'string' },
    dir: { type: 'string' },
    'time-scale': { type: 'string', default: '1' },
  },
} as const

/** @throws Error for a value that is no number, or no port */
const optionsOf = ({ values }: ReturnType<typeof parseArgs<typeof form>>) => ({
  port: portOf(values.port, '--port'),
  ...(values['control-port'] !== undefined && {
    controlPort: portOf(values['control-port'], '--control-port'),
  }),
  ...(values.dir !== undefined && { dir: values.dir }),
  timeScale: whole(values['time-scale'], '--time-scale'),
})

function whole(text: string, name: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number`)
}
