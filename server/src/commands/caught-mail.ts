import type { CaughtLetter, MailCatcher } from '../adapters/mail/catcher.ts'
import type { Product } from '../compose.ts'
import { escaped } from '../identity/mails/letters.ts'

export const caughtMailPath = '/demo/mail'

/** Shows the mails of the demo to everybody, as all its passwords are known. Never part of a real installation. */
export function serveCaughtMail(server: Product['server'], catcher: MailCatcher): void {
  server.get(caughtMailPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(catcher.letters())),
  )
}

function pageOf(letters: readonly CaughtLetter[]): string {
  const list = letters.length === 0 ? '<p>Todavía no hay correos.</p>' : letters.map(shown).join('\n')
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Correos de la demostración</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #ccc;border-radius:8px;padding:1rem;margin:1rem 0}pre{white-space:pre-wrap;font:inherit}</style></head>
<body><h1>Correos de la demostración</h1>
${list}
</body></html>
`
}

function shown({ to, subject, text, at }: CaughtLetter): string {
  const linked = escaped(text).replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>')
  return `<article><h2>${escaped(subject)}</h2><p>Para ${escaped(to)} · <time>${at.toISOString()}</time></p><pre>${linked}</pre></article>`
}
