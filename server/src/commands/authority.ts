import type { Logger } from 'pino'
import { validate as isUuid } from 'uuid'
import { offAggregator } from '../adapters/aggregator/off.ts'
import { sealFile } from '../adapters/journals/seal-file.ts'
import { aggregatorsOf, compose } from '../compose.ts'
import { type Config, keysOf } from '../config.ts'
import { createLogger } from '../logger.ts'
import type { RestoredAct } from '../platform/restoration/schema.ts'
import { NotDecided, type RestorationService } from '../platform/restoration/service.ts'
import { Problem } from '../problem/problem.ts'
import { JournalInUse } from '../simulator/journal-lock.ts'
import { readArguments } from './arguments.ts'
import { configBeside } from './bundled.ts'
import { authorityJournalOf } from './journals.ts'

export const usage = `Usage: mostrador authority reconcile [--apply] [--accept ID]… [--decline ID]… [--decline-all]

  Lists what a restored database has lost, and what waits for a decision: docs/authority.md.

  --apply        marks the database as restored, takes away again what was taken away, and opens it when nothing waits
  --accept       the id of an act that is given again; several are allowed
  --decline      the id of an act that is not; several are allowed
  --decline-all  declines all that are not named`

/**
 * `mostrador authority reconcile`: compares the database with the authority journal and prints what a restore
 * has lost. With `--apply` it marks the database as restored, takes away again what was taken, enters the sales
 * that the provider has, and lifts the state when nothing waits for a decision. Exits 1 while something does.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const asked = askedOf(args)
  const config = await configBeside(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const [keyEncryptionKey, ...oldKeys] = keysOf(config)
  const logger = createLogger(config.logLevel)
  const providers = providersOf(config, logger)
  const product = await compose({
    config,
    apiUrl: config.databaseUrl ?? '',
    workerUrl: config.workerUrl ?? '',
    keyEncryptionKey,
    oldKeys,
    sealJournal: sealFile(config.auditSeals),
    authorityJournal: authorityJournalOf(config, [keyEncryptionKey, ...oldKeys]),
    logger,
    isStrict: false,
    aggregators: providers ?? { selling: offAggregator(), settling: [] },
  })
  try {
    if (asked.isApplied) await product.bringUp()
    else await printLoss(await product.loss(), product.restoration)
    await decide(product.restoration, asked)
    if (asked.isApplied) await finish(product.restoration, providers !== undefined)
    else await printState(product.restoration)
  } finally {
    await product.stop()
  }
}

/** Undefined: the sandbox is part of a server that runs, and nobody else reads its list. */
function providersOf(config: Config, logger: Logger) {
  try {
    return aggregatorsOf(config, logger)
  } catch (error) {
    if (error instanceof JournalInUse) return undefined
    throw error
  }
}

interface Asked {
  readonly isApplied: boolean
  readonly accepted: readonly string[]
  readonly declined: readonly string[]
  readonly isRestDeclined: boolean
}

const form = {
  options: {
    apply: { type: 'boolean', default: false },
    accept: { type: 'string', multiple: true, default: [] as string[] },
    decline: { type: 'string', multiple: true, default: [] as string[] },
    'decline-all': { type: 'boolean', default: false },
  },
  allowPositionals: true,
} as const

const askedOf = (args: readonly string[]): Asked =>
  readArguments(args, usage, form, ({ positionals: [verb, ...more], values }) => {
    if (verb !== 'reconcile') return undefined
    if (more[0] !== undefined) throw new Error(`Unexpected argument '${more[0]}'.`)
    assertDecidable(values.accept, values.decline)
    return {
      isApplied: values.apply,
      accepted: values.accept,
      declined: values.decline,
      isRestDeclined: values['decline-all'],
    }
  })

/** @throws Error for what is no id, and for an id with two decisions */
function assertDecidable(accepted: readonly string[], declined: readonly string[]): void {
  const ids = [...accepted, ...declined]
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined)
    throw new Error(`${wrong} is not the id of an act: the list has it in parentheses, as a UUID.`)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new Error(`${twice} is given twice. Accept it, or decline it.`)
}

type Loss = Awaited<ReturnType<Awaited<ReturnType<typeof compose>>['loss']>>

const effectWords: Readonly<Record<string, string>> = {
  takes: 'is taken again',
  both: 'is taken again',
  gives: 'is proposed',
  repeats: 'is to repeat',
}

/** What a payout is found by at the bank; of any other act nothing. */
function payoutOf(action: string, after: unknown): string[] {
  if (!action.startsWith('settlement.')) return []
  const { amountCentavos, claveRastreo } = (after ?? {}) as Record<string, unknown>
  return [`${amountCentavos} centavos`, ...(typeof claveRastreo === 'string' ? [claveRastreo] : [])]
}

/** What `--apply` would do, before anything is marked. */
async function printLoss(loss: Loss, { onMachine }: RestorationService): Promise<void> {
  if (loss === undefined) return
  const effects = await onMachine.effects()
  if (loss.replacedNodes.includes(0))
    console.log('The journal was written about another database than this one: it was restored.')
  else if (loss.replacedNodes.length > 0)
    console.log(
      `Nodes of the cluster were restored: groupid ${loss.replacedNodes.join(', ')} in pg_dist_node.`,
    )
  if (loss.lostSeal !== undefined) console.log('The audit log has lost its last seals: it was restored.')
  for (const { id, at, action, entity, entityId, after } of loss.events) {
    const effect = effectWords[effects.get(action) ?? 'takes'] as string
    const about = [`${entity} ${entityId ?? ''}`, ...payoutOf(action, after)].join(' · ')
    console.log(`${at}  ${effect.padEnd(14)}  ${action.padEnd(26)} ${about}  (${id})`)
  }
}

/** All decisions of a call are taken, or none. @throws NotDecided */
async function decide(
  { onMachine, isRestored }: RestorationService,
  { accepted, declined, isRestDeclined }: Asked,
): Promise<void> {
  const named = [...accepted, ...declined]
  if (named.length === 0 && !isRestDeclined) return
  if (!(await isRestored()))
    throw new NotDecided(
      'This database is not marked as restored, so nothing waits for a decision. After a restore, add --apply.',
    )
  const acts = isRestDeclined ? ((await onMachine.current())?.acts ?? []) : []
  const rest = acts.filter(({ id, status }) => isWaiting(status) && !named.includes(id))
  await onMachine.decide([
    ...accepted.map((id) => ({ id, isAccepted: true })),
    ...[...declined, ...rest.map(({ id }) => id)].map((id) => ({ id, isAccepted: false })),
  ])
}

/** @param readsLists otherwise the server that runs has to read them, and opens the platform */
async function finish(restoration: RestorationService, readsLists: boolean): Promise<void> {
  const { onMachine } = restoration
  const before = await onMachine.current()
  if (before?.reconciledAt === null && before.listsReadAt === null && !readsLists) {
    await printState(restoration)
    console.log(
      'Only the running server can read the list of its sandbox: finish on the page Restauración (/administracion/restauracion).',
    )
    return
  }
  if (before !== undefined && before.reconciledAt === null) {
    const entered = await restoration.readLists()
    console.log(`${entered} sales of the provider's list were entered.`)
    await onMachine.lift().catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === 'not_reconciled')) throw error
    })
    // An open database lists nothing any more, and these are still to do.
    if (!(await restoration.isRestored()))
      printActs(before.acts.filter(({ status }) => status === 'TO_REPEAT'))
  }
  await printState(restoration)
}

function printActs(acts: readonly RestoredAct[]): void {
  for (const { id, at, status, action, subjectName, merchantName, storeName, problem, after } of acts) {
    const about = [subjectName, ...payoutOf(action, after), storeName, merchantName, problem]
      .filter((each) => each !== null)
      .join(' · ')
    console.log(`${at.toISOString()}  ${status.padEnd(9)}  ${action.padEnd(26)} ${about}  (${id})`)
  }
}

const isWaiting = (status: string): boolean => status === 'PROPOSED' || status === 'FAILED'

async function printState({ onMachine }: RestorationService): Promise<void> {
  const found = await onMachine.current()
  for (const { connectionId, connectionName, storeName, merchantName } of found?.unreadLists ?? [])
    console.log(
      `The provider's list for ${connectionName} of ${storeName} · ${merchantName} could not be read: its lost sales are not entered, and the connection is paused, unless it was deleted.  (${connectionId})`,
    )
  if (found === undefined || found.reconciledAt !== null) {
    console.log(
      found === undefined
        ? 'This database was never restored.'
        : 'The database is reconciled: nothing waits.',
    )
    return
  }
  printActs(found.acts)
  const waiting = found.acts.filter(({ status }) => isWaiting(status)).length
  console.log(
    `RESTORED: the database knows nothing after ${found.dataUntil.toISOString()}. ${waiting} acts wait for --accept or --decline.`,
  )
  process.exitCode = 1
}
