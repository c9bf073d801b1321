import { parseConfig } from '../config.ts'
import { type PlaceLoad, withPlaces } from '../database/change-places.ts'
import { readArguments } from './arguments.ts'

export const usage = `Usage: mostrador places
       mostrador places add <id> --node <host>:<port> [--node <host>:<port>]…
       mostrador places open | close | remove | down | up <id>

  The places of a cluster (docs/cluster.md): each is one or more of its nodes, and has the rows of its merchants. primary
  has the nodes that no other place has. Without a command, lists them with their merchants and nodes. Needs
  DATABASE_ADMIN_URL, as mostrador migrate does.

  add     registers a place on nodes that have no merchants yet
  open    lets new merchants go there, as after add
  close   keeps new merchants away; those that are there stay
  remove  gives the nodes of a place without merchants back to primary
  down    takes a place whose nodes do not answer out of the cluster: its merchants wait, and stores, people and terminals
          of the others can be changed again; live events, webhooks, seals and nightly work wait until it is up
  up      takes it in again, when its nodes answer`

/** `mostrador places`: see docs/cluster.md. Exits 1 when a change is refused. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const asked = askedOf(args)
  const config = parseConfig(environment, ['DATABASE_ADMIN_URL'])
  const words = await withPlaces(config.adminUrl ?? '', async (places) => {
    switch (asked.action) {
      case 'list':
        return (await places.all()).map(lineOf).join('\n')
      case 'add':
        await places.add(asked.id, asked.nodes)
        return `The place ${asked.id} takes new merchants.`
      case 'open':
        return `The place ${asked.id} ${(await places.setOpen(asked.id, true)) ? 'takes new merchants.' : 'is open already.'}`
      case 'close':
        return `The place ${asked.id} ${(await places.setOpen(asked.id, false)) ? 'takes no new merchants.' : 'is closed already.'}`
      case 'remove':
        await places.remove(asked.id)
        return `The place ${asked.id} is removed.`
      case 'down':
        return (await places.takeDown(asked.id))
          ? `The place ${asked.id} is down. Its merchants are answered 503 until: mostrador places up ${asked.id}`
          : `The place ${asked.id} is down already.`
      case 'up':
        return `The place ${asked.id} ${(await places.bringUp(asked.id)) ? 'is up.' : 'is up already.'}`
    }
  })
  console.log(words)
}

const lineOf = ({ id, isOpen, downAt, merchantCount, nodes }: PlaceLoad): string =>
  [
    id.padEnd(16),
    (isOpen ? 'open' : 'closed').padEnd(6),
    `${merchantCount} merchants`.padEnd(16),
    nodes.join(', '),
    ...(downAt === null ? [] : [`down since ${downAt.toISOString()}`]),
  ]
    .join('  ')
    .trimEnd()

type Asked =
  | { readonly action: 'list' }
  | { readonly action: 'add'; readonly id: string; readonly nodes: readonly string[] }
  | { readonly action: Change; readonly id: string }

const changes = ['open', 'close', 'remove', 'down', 'up'] as const
type Change = (typeof changes)[number]

const form = {
  options: { node: { type: 'string', multiple: true } },
  allowPositionals: true,
} as const

const askedOf = (args: readonly string[]): Asked =>
  readArguments<typeof form, Asked>(args, usage, form, ({ positionals, values }) => {
    const [action, id, ...rest] = positionals
    if (action === undefined && values.node === undefined) return { action: 'list' }
    if (id === undefined || rest.length > 0) return undefined
    if (action === 'add') return { action, id, nodes: values.node ?? [] }
    const change = changes.find((each) => each === action)
    return change !== undefined && values.node === undefined ? { action: change, id } : undefined
  })
