import { PassThrough } from 'node:stream'
import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import type { Delivery, Letter, Mailer } from '../../identity/mails/mailer.ts'

interface SmtpOptions {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  readonly url: string
  /** The sender, such as `Mostrador <caja@example.mx>`. */
  readonly from: string
  readonly logger: Logger
  readonly timeoutMs?: number
}

/** The part of the library's errors that says how far the conversation had come. */
interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

/** Sends by SMTP, over one connection for each mail: there are few. */
export function smtpMailer({ url, from, logger, timeoutMs = 20_000 }: SmtpOptions): Mailer {
  const patience = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = nodemailer.createTransport(
    { ...connectionOf(url), ...patience, disableFileAccess: true, disableUrlAccess: true },
    { from },
  )
  const domain = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  // Texts whose sending has begun. The library's error does not say whether the server had the text already.
  const begun = new Set<string>()
  transport.use('stream', (mail, done) => {
    const messageId = String(mail.data.messageId)
    mail.message.transform(() => {
      begun.add(messageId)
      return new PassThrough()
    })
    done()
  })
  return {
    async send({ id, ...letter }: Letter): Promise<Delivery> {
      const messageId = `<${id}@${domain}>`
      try {
        await transport.sendMail({
          ...letter,
          messageId,
          // Answers of absence would go to a mailbox that nobody reads.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return 'SENT'
      } catch (error) {
        const { code, responseCode, command } = error as SmtpError
        const delivery = deliveryOf(error as SmtpError, begun.has(messageId))
        // The server's words can repeat the address: only codes are logged.
        logger.warn({ mail: id, delivery, code, responseCode, command }, 'a mail was not sent')
        return delivery
      } finally {
        begun.delete(messageId)
      }
    },
    close: () => transport.close(),
  }
}

/** The URL as options, so that nothing in its query can change how mail is sent. */
function connectionOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username !== '' && { auth }),
  }
}

/** An answer of the server is certain. Without one, a text whose sending has begun may have been accepted. */
function deliveryOf({ responseCode, command, code }: SmtpError, isBegun: boolean): Delivery {
  if (responseCode === undefined) return isBegun ? 'UNCLEAR' : 'LATER'
  const isAboutLogin = code === 'EAUTH' || command === 'CONN' || command?.startsWith('AUTH') === true
  return responseCode >= 500 && !isAboutLogin ? 'REFUSED' : 'LATER'
}
