import { parseConfig } from '../config.ts'
import { moveMerchant } from '../database/move-merchant.ts'
import { readArguments } from './arguments.ts'

export const usage = `Usage: mostrador merchants move <id> <place>

  Moves a merchant's rows to another place of a cluster (docs/cluster.md) while it sells. If it is ended, repeat it: it goes
  on where the rows are. Needs DATABASE_ADMIN_URL, a superuser of the coordinator.`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `mostrador merchants move`: see docs/cluster.md. Exits 1 when it was not moved. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const form = { allowPositionals: true } as const
  const { merchantId, place } = readArguments(args, usage, form, ({ positionals }) => {
    const [action, merchantId = '', place = '', ...rest] = positionals
    const isKnown = action === 'move' && uuid.test(merchantId) && place !== '' && rest.length === 0
    return isKnown ? { merchantId, place } : undefined
  })
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const isMoved = await moveMerchant(config.adminUrl ?? '', { merchantId, place }, console.log)
  console.log(`The merchant ${merchantId} is at ${place} ${isMoved ? 'now' : 'already'}.`)
}
