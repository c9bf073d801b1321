import type { Letter, Mailer } from '../../identity/mails/mailer.ts'

/** A caught letter and when it was caught. */
export interface CaughtLetter extends Letter {
  readonly at: Date
}

export interface MailCatcher extends Mailer {
  /** Newest first. */
  letters(): readonly CaughtLetter[]
}

const most = 200

/** Keeps mails in this process instead of sending them, for the demo. */
export function mailCatcher(): MailCatcher {
  const caught: CaughtLetter[] = []
  return {
    async send(letter) {
      caught.unshift({ ...letter, at: new Date() })
      caught.length = Math.min(caught.length, most)
      return 'SENT'
    },
    close: () => {},
    letters: () => caught,
  }
}
