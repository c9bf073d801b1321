import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { createLogger } from '../logger.ts'
import { runSimulator } from '../simulator/run.ts'
import { stopOnSignal } from './signals.ts'

const usage =
  'mostrador simulator [--port 4100] [--control-port 4101] [--dir .mostrador/provider] [--time-scale 1]'

export const portSetting = '--port or --control-port'

/** The aggregator's simulator as its own program: the provider's API on one port, its faults on another. */
export async function run(): Promise<void> {
  const options = read()
  const running = await runSimulator(options)
  const logger = createLogger('info')
  console.log(`The simulator is listening at ${running.url}`)
  if (running.controlUrl !== undefined) console.log(`Its faults are controlled at ${running.controlUrl}`)
  stopOnSignal(logger, [running.close])
}

function read() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: {
        port: { type: 'string', default: '4100' },
        'control-port': { type: 'string' },
        dir: { type: 'string' },
        'time-scale': { type: 'string', default: '1' },
      },
    })
    return {
      port: whole(values.port, '--port'),
      ...(values['control-port'] !== undefined && {
        controlPort: whole(values['control-port'], '--control-port'),
      }),
      ...(values.dir !== undefined && { dir: values.dir }),
      timeScale: whole(values['time-scale'], '--time-scale'),
    }
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`)
  }
}

function whole(text: string, name: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new Error(`${name} must be a whole number`)
}
