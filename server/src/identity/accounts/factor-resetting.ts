import type { Grant } from '../../authorization/grant.ts'
import { tokenHashOf } from '../../authorization/one-time-token.ts'
import type { Database } from '../../database/database.ts'
import type { Job } from '../../jobs/jobs.ts'
import { type Language, mailedLanguage, newMailLink } from '../mails/service.ts'
import * as queries from './factor-reset-queries.ts'
import type { IdentityParts } from './parts.ts'
import type { NewFactorReset } from './schema.ts'

/**
 * Lost second factors: an administrator requests a reset, the person is notified, and after a delay the factor is
 * removed. Until then the person, and every administrator who may reset it, can cancel.
 */
export function factorResetting({ database, sealer, sendsMail, factorResetHours: hours }: IdentityParts) {
  const mailed = mailedLanguage(sendsMail)

  /**
   * @throws Problem `not_found` · `forbidden` (the caller's own; for a confined administrator, also anybody out of
   * its reach) · `second_factor_not_enrolled` · `invalid_transition` (one is pending)
   */
  const requestFactorReset = (
    grant: Grant<'platform:admin'>,
    { email, reason }: NewFactorReset,
    language: Language,
  ): Promise<queries.FactorResetRow> => {
    const order = { ...newMailLink(sealer), email, reason, hours, language: mailed(language) }
    return database.write(grant, (tx) => queries.request(tx, order))
  }

  /** The pending resets that the caller may cancel. */
  const factorResets = (grant: Grant<'platform:admin'>) =>
    database.read(grant, async (tx) => ({ items: await queries.pending(tx) }))

  /** @throws Problem `not_found` (also when it was cancelled or has taken effect) */
  const cancelFactorReset = (grant: Grant<'platform:admin'>, id: string): Promise<void> =>
    database.write(grant, (tx) => queries.cancel(tx, id))

  /** @throws Problem `invalid_transition` (none is pending) */
  const cancelOwnFactorReset = (grant: Grant<'authenticated'>): Promise<void> =>
    database.write(grant, (tx) => queries.cancelOwn(tx))

  /** @throws Problem `reset_link_spent` (it was cancelled or has taken effect, or there is no such link) */
  const cancelFactorResetByLink = (grant: Grant<'public'>, token: string): Promise<void> =>
    database.guest(grant.requestId, (tx) => queries.cancelByLink(tx, tokenHashOf(token)))

  return {
    requestFactorReset,
    factorResets,
    cancelFactorReset,
    cancelOwnFactorReset,
    cancelFactorResetByLink,
  }
}

/** Removes second factors whose reset has passed its delay. */
export function factorResetJob(database: Database): Job<{ finished: number }> {
  return {
    name: 'identity.second_factor_resets',
    attempts: 3,
    firstPauseMs: 15_000,
    isShort: true,
    schedule: { cron: '*/5 * * * *', timeZone: 'America/Mexico_City', every: '5 minutes' },
    run: async () => {
      let finished = 0
      while (await database.worker(queries.finish)) finished++
      return { finished }
    },
  }
}
