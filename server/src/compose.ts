import { existsSync } from 'node:fs'
import { type AddressInfo, isIPv6 } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { chooseAggregators } from './adapters/aggregator/choose.ts'
import { systemClock } from './adapters/clock/clock.ts'
import { createKeyring } from './adapters/keys/keyring.ts'
import { createSealSigner } from './adapters/keys/seal-signer.ts'
import { openTable } from './adapters/spreadsheet/open-table.ts'
import { openWorkbook } from './adapters/spreadsheet/open-workbook.ts'
import { webhookTransport } from './adapters/webhooks/transport.ts'
import { auditSealing, startSealing } from './audit/log/sealing.ts'
import { durableWork } from './compose/durable-work.ts'
import { comparison, journaledDatabase } from './compose/journals.ts'
import { metricsOf } from './compose/metrics.ts'
import type { ComposeOptions } from './compose/options.ts'
import { platformRoutes } from './compose/platform-plane.ts'
import { storeRoutes } from './compose/store-plane.ts'
import type { Config } from './config.ts'
import { createListener } from './database/listener.ts'
import { faultsOf, NotServable, readinessOf, workerAccess } from './database/readiness.ts'
import { root } from './database/sources.ts'
import { eventsRoutes } from './events/outbox/routes.ts'
import { eventChannels, eventsService, usualEventTimes } from './events/outbox/service.ts'
import { startWebhookDispatcher, usualWebhookTimes } from './events/webhooks/dispatcher.ts'
import { createDraining } from './http/draining.ts'
import { healthRoutes } from './http/health.ts'
import { buildServer } from './http/server.ts'
import { createPasswords } from './identity/accounts/passwords.ts'
import { identityRoutes } from './identity/accounts/routes.ts'
import { identityService } from './identity/accounts/service.ts'
import type { Mailer } from './identity/mails/mailer.ts'
import { createJobs } from './jobs/jobs.ts'
import { usualLeaseMs } from './jobs/lease.ts'
import type { Measures } from './metrics/measures.ts'
import { bankAccountsService } from './money/bank-accounts/service.ts'
import { backupsRoutes } from './platform/backups/routes.ts'
import { backupsService, backupWork, isBackupDue } from './platform/backups/service.ts'
import { restorationRoutes } from './platform/restoration/routes.ts'
import { restorationService } from './platform/restoration/service.ts'
import { workflowsRoutes } from './platform/workflows/routes.ts'
import { noteGivenUp, workflowsService } from './platform/workflows/service.ts'
import { watchWork } from './platform/workflows/watch.ts'
import { connectionsService } from './shop/connections/service.ts'
import { staffService } from './shop/staff/service.ts'
import { chipsService } from './stock/chips/service.ts'
import { pinsRoutes } from './vas/pins/routes.ts'
import { pinsService } from './vas/pins/service.ts'
import { watchBalance } from './vas/sales/balance-watch.ts'
import { syncCatalog } from './vas/sales/catalog-sync.ts'
import { debtsRoutes } from './vas/sales/debts/routes.ts'
import { debtsService } from './vas/sales/debts/service.ts'
import { enterLostSales } from './vas/sales/lost-sales.ts'
import { startSalePoller } from './vas/sales/poller.ts'
import { callbackPath, vasRoutes } from './vas/sales/routes.ts'
import { vasService } from './vas/sales/service.ts'
import { saleSettling } from './vas/sales/settling.ts'
import { usualTimes } from './vas/sales/times.ts'

const webDir = path.join(root, 'web/dist')

export type Product = Awaited<ReturnType<typeof compose>>

/** Builds all parts and connects them; with `compose/`, the only place that does. Nothing runs until `start`. */
export async function compose(options: ComposeOptions) {
  const { config, logger } = options
  const clock = systemClock
  const { directUrl = options.workerUrl } = options
  const { database, journaling } = journaledDatabase(options)
  /** The public URL; the port is known once the server listens. */
  const publicUrl = (): string =>
    config.publicUrl ?? addressOf(config.host, (server.server.address() as AddressInfo).port)

  const times = {
    ...usualTimes,
    pollMs: 1_000,
    sealMs: 60_000,
    workWatchMs: 60_000,
    balanceMs: 300_000,
    pauseScale: 1,
    workLeaseMs: usualLeaseMs,
    ...options.times,
  }
  const measures = config.metricsToken === undefined ? undefined : await newMeasures()
  const aggregators = options.aggregators ?? aggregatorsOf(config, logger, measures?.exchanged)
  const onBalance = measures?.measureProvider(aggregators.selling)
  const keys = [options.keyEncryptionKey, ...(options.oldKeys ?? [])] as const
  const sealer = createKeyring(keys)
  const pins = pinsService({ database, sealer })
  const connections = connectionsService({ database, sealer, provider: aggregators.selling })
  const bankAccounts = bankAccountsService({ database, sealer })
  const settling = saleSettling({
    database,
    logger,
    ...aggregators,
    pins,
    connections,
    leaseMs: times.leaseMs,
    onEnd: measures?.saleEnded,
  })
  const vas = vasService({ database, clock, selling: aggregators.selling, settling, pins, times })
  const passwords = createPasswords()
  const mailer = options.mailer ?? (config.mail && (await mailerOf(config.mail, logger)))
  const mailSealer = mailer && sealer
  const staff = staffService({ database, publicUrl, mailSealer, hasher: passwords })
  const identity = identityService({
    database,
    clock,
    sealer,
    passwords,
    factorResetHours: config.factorResetHours,
    sendsMail: mailer !== undefined,
    publicUrl,
    verifyInvited: staff.verifyInvited,
  })

  const events = eventsService({
    database,
    logger,
    times: usualEventTimes,
    listen: (hears) =>
      createListener({
        url: directUrl,
        channels: eventChannels,
        onError: (error) => logger.warn({ err: error }, 'events: connection lost'),
        ...hears,
      }),
  })

  const sealing = auditSealing({
    database,
    clock,
    logger,
    signer: createSealSigner(keys),
    journal: options.sealJournal,
  })

  const transport = webhookTransport({
    allowsPrivate: config.allowsPrivateWebhooks,
    ...(options.lookup !== undefined && { lookup: options.lookup }),
  })

  const sync = () => syncCatalog(database, aggregators.selling)
  const debts = debtsService({ database, selling: aggregators.selling })
  const jobs = createJobs({
    url: directUrl,
    node: config.node,
    isWorker: config.runsWorker,
    logger,
    jobs: durableWork({
      database,
      backups: options.backups,
      logger,
      aggregators,
      sync,
      connections,
      debts,
      openWorkbook,
      sealer,
      mailer,
      publicUrl,
    }),
    ask: database.askEngine,
    onGivenUp: noteGivenUp(database),
    pauseScale: times.pauseScale,
    leaseMs: times.workLeaseMs,
  })

  const restoration = restorationService({
    database,
    enterLostSales: (since) =>
      enterLostSales(
        { database, logger, connections, aggregators: aggregators.settling, settleDue: settling.settleDue },
        since,
      ),
  })
  const { bringUp, loss } = comparison({ ...options, database, journaling, restoration })
  const chips = chipsService({ database, openWorkbook, sealer })
  const draining = createDraining()
  const readiness = readinessOf(options.apiUrl, database)
  const isWorkerLetIn = workerAccess(options.workerUrl, {
    reached: database.reached,
    onChange: (isLetIn) =>
      isLetIn
        ? logger.info('the database lets the worker in again')
        : logger.error('the database does not let the worker in: services are refused'),
  })
  const routes = [
    ...healthRoutes(
      [readiness, ...(journaling === undefined ? [] : [journaling.faults])],
      { isRestored: restoration.isRestored, isWorkerLetIn },
      draining,
    ),
    ...restorationRoutes(restoration),
    ...backupsRoutes(backupsService({ database, backups: options.backups })),
    ...identityRoutes(identity),
    ...platformRoutes({
      database,
      publicUrl,
      mailSealer,
      sellsServices: aggregators.selling.mode !== 'off',
      sealer,
    }),
    ...vasRoutes(vas),
    ...pinsRoutes(pins),
    ...debtsRoutes(debts),
    ...workflowsRoutes(
      workflowsService({
        database,
        jobs,
        aggregator: aggregators.selling,
        ofStore: { progress: chips.importProgress },
      }),
    ),
    ...eventsRoutes(events),
    ...storeRoutes({
      database,
      sealer,
      transport,
      openTable,
      staff,
      chips,
      connections,
      bankAccounts,
    }),
  ]
  const server = await buildServer({
    routes,
    database,
    logger,
    isHttps: config.isHttps,
    isStrict: options.isStrict,
    trustedProxies: config.trustedProxies,
    limits: config.limits,
    draining,
    metrics: metricsOf({
      config,
      database,
      logger,
      measures,
      backups: options.backups,
      backupMarks: options.backupMarks,
      readiness,
      isWorkerLetIn,
    }),
    webDir: existsSync(webDir) ? webDir : undefined,
  })

  let poller: ReturnType<typeof startSalePoller> | undefined
  let auditSealer: ReturnType<typeof startSealing> | undefined
  let dispatcher: ReturnType<typeof startWebhookDispatcher> | undefined
  let workWatch: ReturnType<typeof watchWork> | undefined
  let balanceWatch: ReturnType<typeof watchBalance> | undefined
  let journalKeeper: { stop(): Promise<void> } | undefined
  /** @throws NotServable when the database is not fit for serving */
  const start = async (): Promise<string> => {
    const isPooled = options.directUrl !== undefined
    const faults = [
      ...(await faultsOf(options.apiUrl, 'DATABASE_URL', { isPooled })),
      ...(await faultsOf(options.workerUrl, 'DATABASE_WORKER_URL', { isPooled })),
      ...(isPooled ? await faultsOf(directUrl, 'DATABASE_DIRECT_URL', { isDirect: true }) : []),
    ]
    if (faults.length > 0) throw new NotServable([...new Set(faults)].join('\n'))
    await bringUp()
    journalKeeper = journaling?.start(bringUp)
    const missed = await jobs.start()
    events.start()
    workWatch = watchWork({ database, logger, intervalMs: times.workWatchMs })
    await server.listen({ host: config.host, port: config.port })
    if (config.runsWorker) poller = startSalePoller({ settling, clock, logger, intervalMs: times.pollMs })
    if (config.runsWorker && onBalance !== undefined)
      balanceWatch = watchBalance({
        selling: aggregators.selling,
        clock,
        logger,
        intervalMs: times.balanceMs,
        onBalance,
      })
    const isBackupQueued = missed.includes(backupWork)
    if (config.runsWorker && !isBackupQueued && (await isBackupDue(options.backups, clock.now())))
      // The shop can sell without it, and the next night makes one. Starts within an hour ask for the same one.
      await jobs
        .enqueue(backupWork, `backup of a start ${clock.now().toISOString().slice(0, 13)}`)
        .catch((error: unknown) => logger.error({ err: error }, 'the backup of a start could not be queued'))
    if (config.runsWorker) {
      auditSealer = startSealing({ sealing, clock, logger, intervalMs: times.sealMs })
      dispatcher = startWebhookDispatcher({
        database,
        sealer,
        transport,
        logger,
        times: usualWebhookTimes,
        onEvents: events.onEvents,
      })
    }
    return publicUrl()
  }
  /** Leaves a load balancer before stopping: it sees that this process is not ready, and asks others. */
  const drain = async (): Promise<void> => {
    draining.begin()
    await sleep(config.drainMs)
  }
  const stop = async (): Promise<void> => {
    // A stream never ends by itself, and the server waits for requests in progress.
    await events.stop()
    // No new work is taken over while the last answers are sent, …
    await poller?.stop()
    await server.close()
    // … and sales answered with 202 are settled as far as possible before their connections close.
    await settling.idle()
    await workWatch?.stop()
    balanceWatch?.stop()
    await dispatcher?.stop()
    await auditSealer?.stop()
    await transport.close()
    await jobs.stop()
    mailer?.close()
    await journalKeeper?.stop()
    await Promise.all(aggregators.settling.map((aggregator) => aggregator.close()))
    await database.close()
  }
  /** Where the first administrator is created, once; undefined when there is one. */
  const setupLink = async (): Promise<string | undefined> => {
    const link = await identity.mintSetupLink()
    return link && publicUrl() + link
  }

  return {
    server,
    routes,
    database,
    start,
    drain,
    stop,
    sync,
    setupLink,
    bringUp,
    loss,
    restoration,
    sealBankAccount: bankAccounts.seal,
    sells: aggregators.selling.mode !== 'off',
  }
}

// What only some installations use is loaded where it is used.

async function newMeasures(): Promise<Measures> {
  const { createMeasures } = await import('./metrics/measures.ts')
  return createMeasures()
}

async function mailerOf(mail: NonNullable<Config['mail']>, logger: Logger): Promise<Mailer> {
  const { smtpMailer } = await import('./adapters/mail/smtp.ts')
  return smtpMailer({ ...mail, logger })
}

/**
 * The address for a browser on this machine. Wildcard addresses cannot be opened, and IPv6 addresses need
 * brackets.
 */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

export function aggregatorsOf(config: Config, logger: Logger, onExchange?: Measures['exchanged']) {
  return chooseAggregators(config.aggregator.mode, {
    ...config.aggregator,
    dir: path.join(config.dataDir, 'simulator'),
    clock: systemClock,
    callbackUrl: config.publicUrl && `${config.publicUrl}${callbackPath}`,
    onFault: (error) => logger.error({ err: error }, 'the sandbox cannot keep its journal'),
    onExchange,
  })
}
