import { parseArgs } from 'node:util'
import { ConfigError, parseConfig } from '../config.ts'
import { moveMerchant } from '../database/move-merchant.ts'

export const usage = `Usage: mostrador merchants move <id> <place>

  Moves a merchant's rows to another place of a cluster (docs/cluster.md) while it sells. If it is ended, repeat it: it goes
  on where the rows are. Needs DATABASE_ADMIN_URL, a superuser of the coordinator.`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `mostrador merchants move`: see docs/cluster.md. Exits 1 when it was not moved. */
export async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const { merchantId, place } = askedOf(process.argv.slice(3))
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const isMoved = await moveMerchant(config.adminUrl ?? '', { merchantId, place }, console.log)
  console.log(`The merchant ${merchantId} is at ${place} ${isMoved ? 'now' : 'already'}.`)
}

/** @throws ConfigError with the usage */
function askedOf(args: readonly string[]): { merchantId: string; place: string } {
  try {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true })
    const [action, merchantId = '', place = '', ...rest] = positionals
    if (action === 'move' && uuid.test(merchantId) && place !== '' && rest.length === 0)
      return { merchantId, place }
  } catch (fault) {
    throw new ConfigError(`${(fault as Error).message}\n${usage}`)
  }
  throw new ConfigError(usage)
}
