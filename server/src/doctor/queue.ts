import { durationOf, error, type Finding, ok, warning } from './finding.ts'

/** The product's figures, by their names. */
type Gauges = (name: string) => number

/** Something that waits for a worker or for a person: undefined while it does not. */
type Rule = (of: Gauges) => Finding | undefined

/** Longer than the provider takes, and than an outage that is over by itself. */
const oldSaleSeconds = 15 * 60
const oldWorkSeconds = 15 * 60
const oldDeliverySeconds = 6 * 3_600

const oldCheckSeconds = 2 * 86_400

const seeLog = 'Look at Pendientes › Procesos in the administration, and at the log of the server.'
const since = (seconds: number): string => durationOf(seconds * 1_000)

const rules: readonly Rule[] = [
  (of) =>
    of('restored') === 0
      ? undefined
      : error(
          'queue',
          'The database was restored and is not reconciled: the platform is locked.',
          'Run: mostrador authority reconcile',
        ),
  (of) =>
    of('workers') > 0 || of('work_queued') === 0
      ? undefined
      : error(
          'queue',
          `${of('work_queued')} jobs wait, the oldest for ${since(of('work_oldest_queued_seconds'))}, and no worker runs.`,
          'Start a server without MOSTRADOR_WORKER=off.',
        ),
  (of) =>
    of('workers') === 0 || of('work_oldest_queued_seconds') <= oldWorkSeconds
      ? undefined
      : warning(
          'queue',
          `A job has waited for a worker for ${since(of('work_oldest_queued_seconds'))}.`,
          seeLog,
        ),
  (of) =>
    of('work_stalled') === 0
      ? undefined
      : error('queue', `${of('work_stalled')} jobs make no progress.`, seeLog),
  (of) =>
    of('work_given_up') === 0
      ? undefined
      : warning(
          'queue',
          `${of('work_given_up')} jobs have failed all their attempts.`,
          'Decide about them in Pendientes › Procesos of the administration.',
        ),
  (of) => {
    const oldest = Math.max(of('ledger_last_check_seconds'), of('stock_last_check_seconds'))
    return oldest <= oldCheckSeconds
      ? undefined
      : warning(
          'queue',
          `The ledger or the stock has not been checked for ${since(oldest)}.`,
          'Run: mostrador check. A server that runs durable work checks every night.',
        )
  },
  (of) =>
    of('vas_sale_oldest_pending_seconds') <= oldSaleSeconds
      ? undefined
      : error(
          'queue',
          `${of('vas_sales_pending')} sales have no outcome, the oldest for ${since(of('vas_sale_oldest_pending_seconds'))}.`,
          'See whether the provider answers, and whether a server runs that settles sales.',
        ),
  (of) =>
    of('vas_sales_in_review') === 0
      ? undefined
      : warning(
          'queue',
          `${of('vas_sales_in_review')} sales need a decision.`,
          'Decide about them in Pendientes › Ventas en revisión of the administration.',
        ),
  (of) =>
    of('webhook_delivery_oldest_seconds') <= oldDeliverySeconds
      ? undefined
      : warning(
          'queue',
          `A webhook has not taken its events for ${since(of('webhook_delivery_oldest_seconds'))}.`,
          'Its owner finds it under Webhooks, with the answers of its address.',
        ),
  (of) =>
    of('authority_unjournaled') === 0
      ? undefined
      : warning(
          'queue',
          `${of('authority_unjournaled')} acts of authority are not in the journal yet.`,
          'See /readyz: the journal cannot be written, or no server runs (docs/authority.md).',
        ),
]

/** What waits for a worker or for a person. */
export function queueFindings(
  gauges: readonly { readonly name: string; readonly value: number }[],
): Finding[] {
  const of: Gauges = (name) => gauges.find((each) => each.name === name)?.value ?? 0
  const findings = rules.map((rule) => rule(of)).filter((each) => each !== undefined)
  return findings.length > 0 ? findings : [ok('queue', 'Nothing waits for longer than usual.')]
}
