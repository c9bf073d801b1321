import type { Letter } from './mailer.ts'
import type { Mail } from './queries.ts'
import { deskPath, invitePath, keepFactorPath, resetPath } from './service.ts'

interface Words {
  readonly subject: string
  readonly lines: readonly string[]
  readonly button: string
  readonly end: string
}

type Facts = Mail['facts']

const roles = {
  es: { manager: 'gerente', supervisor: 'supervisor', cashier: 'cajero' },
  en: { manager: 'manager', supervisor: 'supervisor', cashier: 'cashier' },
} as const

/** Why a person may no longer answer for what they connected. */
const reasons: Record<'es' | 'en', Readonly<Record<string, (person: string) => string>>> = {
  es: {
    membership_ended: (person) => `${person} ya no trabaja en la tienda.`,
    role_lowered: (person) => `${person} tiene otro puesto en la tienda.`,
    owner_changed: (person) => `El negocio ya no es de ${person}.`,
    account_blocked: (person) => `La plataforma bloqueó la cuenta de ${person}.`,
  },
  en: {
    membership_ended: (person) => `${person} no longer works at the store.`,
    role_lowered: (person) => `${person} has another role at the store.`,
    owner_changed: (person) => `${person} no longer owns the business.`,
    account_blocked: (person) => `The platform has blocked the account of ${person}.`,
  },
}

/** A line that lists names, if there are any. */
const named = (what: string, names: string | null | undefined): string[] =>
  names === null || names === undefined ? [] : [`${what}: ${names}.`]

type PaperKind = 'receipt' | 'shift_report'
type LinkKind = Exclude<Mail['kind'], PaperKind>

/** The page that the button of a mail opens. */
const pathOf: Record<LinkKind, (token: string) => string> = {
  password_reset: resetPath,
  invite: invitePath,
  second_factor_reset: keepFactorPath,
  access_closed: () => deskPath,
}

const spanish: Record<LinkKind, (facts: Facts) => Words> = {
  password_reset: ({ name }) => ({
    subject: 'Elige una contraseña nueva',
    lines: [
      `Hola, ${name}:`,
      'Alguien pidió una contraseña nueva para tu cuenta de Mostrador. Si fuiste tú, elígela con este enlace. Sirve una sola vez, durante 30 minutos.',
    ],
    button: 'Elegir contraseña',
    end: 'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.',
  }),
  invite: ({ merchantName, storeName, role }) => ({
    subject: `Te invitaron a ${storeName ?? merchantName}`,
    lines: [
      'Hola:',
      role === null || role === undefined
        ? `Te invitaron a dirigir ${merchantName} en Mostrador.`
        : `${merchantName} te invitó a trabajar en ${storeName} como ${roles.es[role as keyof typeof roles.es]}.`,
      'Acepta con este enlace. Sirve una sola vez, durante siete días.',
    ],
    button: 'Aceptar invitación',
    end: 'Si no esperabas esta invitación, no hagas nada.',
  }),
  second_factor_reset: ({ name, administrator, takesEffectAt }) => ({
    subject: 'Se quitará tu verificación en dos pasos',
    lines: [
      `Hola, ${name}:`,
      `${administrator} pidió quitar la verificación en dos pasos de tu cuenta de Mostrador porque perdiste tu teléfono. Se quitará el ${momentIn('es-MX', takesEffectAt)} (hora de la Ciudad de México), y se cerrarán tus sesiones.`,
      'Si no lo pediste, consérvala con este enlace. Sirve hasta ese momento.',
    ],
    button: 'Conservar mi verificación',
    end: 'Si lo pediste, no hagas nada. Después de esa hora entra con tu contraseña y activa la verificación en tu teléfono nuevo.',
  }),
  access_closed: ({ name, merchantName, person, reason, webhooks, connections, apiKeys }) => ({
    subject: `Se pausó lo que ${person} conectó con ${merchantName}`,
    lines: [
      `Hola, ${name}:`,
      `${reasons.es[reason ?? '']?.(person ?? '')} Lo que tenía a su cargo en ${merchantName} ya no funciona:`,
      ...named('Webhooks en pausa', webhooks),
      ...named('Conexiones en pausa', connections),
      ...named('Llaves de API revocadas', apiKeys),
    ],
    button: 'Ver mi negocio',
    end: 'Lo que está en pausa sigue así hasta que alguien lo reanude. Una llave revocada no vuelve a funcionar: crea otra si un programa la necesita.',
  }),
}

const english: typeof spanish = {
  password_reset: ({ name }) => ({
    subject: 'Choose a new password',
    lines: [
      `Hello ${name},`,
      'Somebody asked for a new password for your Mostrador account. If it was you, choose it with this link. It works once, for 30 minutes.',
    ],
    button: 'Choose a password',
    end: 'If it was not you, do nothing: your password stays the same.',
  }),
  invite: ({ merchantName, storeName, role }) => ({
    subject: `You are invited to ${storeName ?? merchantName}`,
    lines: [
      'Hello,',
      role === null || role === undefined
        ? `You are invited to own ${merchantName} on Mostrador.`
        : `${merchantName} invites you to work at ${storeName} as ${roles.en[role as keyof typeof roles.en]}.`,
      'Accept with this link. It works once, for seven days.',
    ],
    button: 'Accept the invitation',
    end: 'If you did not expect this invitation, do nothing.',
  }),
  second_factor_reset: ({ name, administrator, takesEffectAt }) => ({
    subject: 'Your two-step verification will be removed',
    lines: [
      `Hello ${name},`,
      `${administrator} asked to remove the two-step verification of your Mostrador account because you lost your phone. It will be removed on ${momentIn('en-US', takesEffectAt)} (Mexico City time), and you will be signed out everywhere.`,
      'If you did not ask for this, keep it with this link. It works until then.',
    ],
    button: 'Keep my verification',
    end: 'If you asked for it, do nothing. After that time, sign in with your password and turn verification on with your new phone.',
  }),
  access_closed: ({ name, merchantName, person, reason, webhooks, connections, apiKeys }) => ({
    subject: `What ${person} connected to ${merchantName} is paused`,
    lines: [
      `Hello ${name},`,
      `${reasons.en[reason ?? '']?.(person ?? '')} What they were responsible for at ${merchantName} no longer works:`,
      ...named('Paused webhooks', webhooks),
      ...named('Paused connections', connections),
      ...named('Revoked API keys', apiKeys),
    ],
    button: 'Open my business',
    end: 'What is paused stays so until somebody resumes it. A revoked key never works again: create another one if a program needs it.',
  }),
}

/** A moment in words. An account has no time zone of its own. */
function momentIn(locale: 'es-MX' | 'en-US', instant: string | null | undefined): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Mexico_City',
  }).format(new Date(instant ?? Number.NaN))
}

/** A mail in words: plain text, and the same as simple HTML. */
export function letterOf(mail: Mail, publicUrl: string, token: string): Letter {
  const { kind } = mail
  if (kind === 'receipt' || kind === 'shift_report') return paperLetter(mail, papers[kind])
  const words = (mail.language === 'en' ? english : spanish)[kind](mail.facts)
  const url = publicUrl + pathOf[kind](token)
  return {
    id: mail.id,
    to: mail.toAddress,
    subject: words.subject,
    text: `${[...words.lines, url, words.end].join('\n\n')}\n`,
    html: htmlOf(mail.language, words, url),
  }
}

interface PaperWords {
  readonly subject: (facts: Facts) => string
  readonly end: string
}

/** What a shop prints is in Spanish. */
const papers: Record<PaperKind, PaperWords> = {
  receipt: {
    subject: ({ folio, shop }) => `Tu ticket ${folio} de ${shop}`,
    end: 'Lo pediste al pagar. Si no fuiste tú, no hagas nada.',
  },
  shift_report: {
    subject: ({ folio, shop, cashier }) => `Corte ${folio} de ${cashier} en ${shop}`,
    end: 'La tienda envía sus cortes a esta dirección. Se cambia en Tiendas.',
  },
}

/** A printed paper as text. */
function paperLetter({ id, toAddress, facts }: Mail, words: PaperWords): Letter {
  const { text = '' } = facts
  const { end } = words
  const subject = words.subject(facts)
  return {
    id,
    to: toAddress,
    subject,
    text: `${text}\n\n${end}\n`,
    html: `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;color:#222;max-width:34rem;margin:2rem auto;padding:0 1rem">
<pre style="font:14px/1.5 monospace;white-space:pre-wrap">${escaped(text ?? '')}</pre>
<p style="color:#555">${escaped(end)}</p>
</body></html>
`,
  }
}

const green = '#0d6657'

function htmlOf(language: Mail['language'], { subject, lines, button, end }: Words, url: string): string {
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`
  const style = `background:${green};color:#fff;padding:12px 20px;border-radius:8px;text-decoration:none`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;color:#222;max-width:34rem;margin:2rem auto;padding:0 1rem">
${lines.map(paragraph).join('\n')}
<p style="margin:2rem 0"><a href="${escaped(url)}" style="${style}">${escaped(button)}</a></p>
<p style="color:#555">${escaped(end)}</p>
</body></html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Names are typed by people. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string)
}
