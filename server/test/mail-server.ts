import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How the server treats the next mails; the last word is repeated. */
export type Manner = 'accept' | 'defer' | 'refuse' | 'hang up after the text' | 'say nothing after the text'

export interface MailServer {
  /** What `SMTP_URL` is set to. */
  readonly url: string
  /** The texts of mails that it has received, decoded as far as the tests read them. */
  readonly received: string[]
  /** Attempts that came as far as a recipient. */
  readonly recipients: string[]
  behave(...manners: Manner[]): void
  close(): Promise<void>
}

/** A mail server that speaks real SMTP on a free port, and fails on demand. */
export async function startMailServer(): Promise<MailServer> {
  const received: string[] = []
  const recipients: string[] = []
  const sockets = new Set<Socket>()
  let manners: Manner[] = ['accept']
  const nextManner = () => (manners.length > 1 ? manners.shift() : manners[0]) as Manner
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    let buffered = ''
    let manner: Manner = 'accept'
    let isText = false
    const answerTo = (line: string): string => {
      if (/^(EHLO|HELO)/i.test(line)) return '250 mail.example.test'
      if (/^MAIL FROM/i.test(line)) {
        manner = nextManner()
        return manner === 'defer' ? '451 try again later' : '250 ok'
      }
      if (/^RCPT TO/i.test(line)) {
        recipients.push(/<(.*)>/.exec(line)?.[1] ?? '')
        return manner === 'refuse' ? '550 no such mailbox' : '250 ok'
      }
      if (/^DATA/i.test(line)) {
        isText = true
        return '354 go ahead'
      }
      return /^QUIT/i.test(line) ? '221 bye' : '250 ok'
    }
    socket.write('220 mail.example.test\r\n')
    socket.on('data', (chunk) => {
      buffered += chunk.toString('utf8')
      for (;;) {
        const end = buffered.indexOf(isText ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = buffered.slice(0, end)
        buffered = buffered.slice(end + (isText ? 5 : 2))
        if (!isText) {
          socket.write(`${answerTo(part)}\r\n`)
          continue
        }
        isText = false
        received.push(decoded(part))
        if (manner === 'hang up after the text') return socket.destroy()
        if (manner !== 'say nothing after the text') socket.write('250 accepted\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    recipients,
    behave: (...next) => {
      manners = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Quoted-printable as UTF-8. */
function decoded(text: string): string {
  const joined = text.replace(/=\r\n/g, '')
  return joined.replace(/(=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  )
}
