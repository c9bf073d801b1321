import type { Database } from '../../database/database.ts'
import type { Job, Stopped } from '../../jobs/jobs.ts'
import { letterOf } from './letters.ts'
import type { Delivery, Mailer } from './mailer.ts'
import type { Mail } from './queries.ts'
import * as queries from './queries.ts'
import { type MailSealer, sealedForMail } from './service.ts'

interface Parts {
  readonly database: Database
  readonly sealer: MailSealer
  /** Absent: mails wait until one is configured. */
  readonly mailer: Mailer | undefined
  readonly publicUrl: () => string
}

/**
 * Sends one mail, once. An attempt that certainly failed is repeated for about an hour; one whose end is
 * unknown is not.
 */
export function sendMailJob({
  database,
  sealer,
  mailer,
  publicUrl,
}: Parts): Job<{ delivery: Delivery | 'NOTHING' }, { readonly mailId: string }> {
  return {
    // The input as identity.write_mail queues it.
    name: 'mail.send',
    attempts: 9,
    firstPauseMs: 15_000,
    isShort: true,
    run: async ({ mailId }): Promise<{ delivery: Delivery | 'NOTHING' } | Stopped> => {
      if (mailer === undefined) throw new Error('no mail server is configured: set SMTP_URL')
      const mail = await database.worker((tx) => queries.begin(tx, mailId))
      if (mail === undefined) return { delivery: 'NOTHING' }
      const delivery = await mailer.send(letterOf(mail, publicUrl(), tokenOf(sealer, mail)))
      await database.worker((tx) => queries.end(tx, mail.id, delivery))
      if (delivery === 'LATER') throw new Error('the mail server did not accept it')
      return delivery === 'SENT' ? { delivery } : { stopped: 'mail_not_sent', report: { delivery } }
    },
  }
}

const tokenOf = (sealer: MailSealer, { id, tokenSealed }: Mail): string =>
  tokenSealed === null ? '' : sealer.open(tokenSealed, sealedForMail(id)).toString()

/** Deletes old mails in batches; returns the number deleted. */
export const forgetMails = (database: Database) => () => database.worker(queries.forget)
