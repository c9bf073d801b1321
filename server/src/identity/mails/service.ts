import { v7 as uuidV7 } from 'uuid'
import { newToken } from '../../authorization/one-time-token.ts'

/** Port: seals the token of a mail at rest; `context` ties it to its mail. */
export interface MailSealer {
  seal(plain: Uint8Array, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

/** The context that the token of a mail is sealed for: no other mail can carry it. */
export const sealedForMail = (mailId: string) => `mail:${mailId}`

/** A new mail's id, and its one-time token: hashed for checking it, sealed for sending it. */
export function newMailLink(sealer: MailSealer) {
  const mailId = uuidV7()
  const { token, tokenHash } = newToken()
  return { mailId, token, tokenHash, tokenSealed: sealer.seal(Buffer.from(token), sealedForMail(mailId)) }
}

/** The path of a page that takes the token from the fragment, which browsers do not send. */
export const resetPath = (token: string) => `/recuperar#token=${token}`
export const invitePath = (token: string) => `/invitacion#token=${token}`
export const keepFactorPath = (token: string) => `/verificacion#token=${token}`

/** The first page of a merchant's owner, which says what is paused. */
export const deskPath = '/negocio/inicio'

export type Language = 'es' | 'en'

/** The language of a mail, or null where the installation sends none and so none may be written. */
export const mailedLanguage =
  (sendsMail: boolean) =>
  (language: Language): Language | null =>
    sendsMail ? language : null

/** The language of a mail that this request causes: Spanish, unless the screen of the sender is in English. */
export function languageOf(headers: { readonly [name: string]: string | undefined }): Language {
  return /^\s*en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'es'
}
