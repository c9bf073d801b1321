import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import { isZippable, takesGzip } from './compressed.ts'
import { versionsIn } from './conditional.ts'
import { sendProblem } from './problem-handler.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
/** Formats that are compressed already. */
const packed = new Set(['.png', '.woff2'])

/** A file as it is sent. */
interface Sent {
  readonly body: Buffer
  /** Absent where it saves too little. */
  readonly zipped: Buffer | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly version: string
}

/**
 * Serves the built web client: hashed assets are cached forever, the page itself never. Each file is read and
 * compressed once, and kept: there are two megabytes of them, and a till asks for a hundred when it opens.
 */
export async function serveWeb(server: FastifyInstance, webDir: string): Promise<void> {
  const files = new Map<string, string>(
    readdirSync(webDir, { recursive: true, withFileTypes: true })

      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [`/${path.relative(webDir, file)}`, file] as const)
      // The bundler's notes.
      .filter(([name]) => !name.startsWith('/.')),
  )
  const unknown = [...files.keys()].find((name) => !(path.extname(name) in types))
  if (unknown !== undefined) throw new Error(`${unknown} has no content type: add it to http/web.ts`)
  const kept = new Map<string, Promise<Sent>>()
  const fileAt = (name: string): Promise<Sent> | undefined => {
    const file = files.get(name)
    if (file === undefined) return undefined
    const sent = kept.get(name) ?? read(file, name.startsWith('/assets/'))
    kept.set(name, sent)
    return sent
  }
  // Not a route for `/*`: it would also get requests of the API whose parameters the router refuses.
  server.setNotFoundHandler(async (request, reply) => {
    const name = (request.url.split('?', 1)[0] as string).replace(/^\/$/, '/index.html')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const file = isRead
      ? (fileAt(name) ?? (asksForPage(request) ? fileAt('/index.html') : undefined))
      : undefined
    return file === undefined
      ? sendProblem(request, reply, new Problem('not_found'))
      : answer(request, reply, await file)
  })
}

/** Client-side routes have their address in the browser; any other absent path is 404. */
const asksForPage = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/html') === true

async function read(file: string, isHashed: boolean): Promise<Sent> {
  const body = await readFile(file)
  const type = path.extname(file)
  return {
    body,
    zipped: isZippable(body) && !packed.has(type) ? await promisify(gzip)(body, { level: 9 }) : undefined,
    version: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    headers: {
      'content-type': types[type] as string,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    },
  }
}

function answer(request: FastifyRequest, reply: FastifyReply, sent: Sent): FastifyReply {
  const { headers, body, zipped, version } = sent
  reply.headers({ ...headers, etag: `"${version}"` })
  if (versionsIn(request.headers['if-none-match']).includes(version)) return reply.status(304).send()
  if (zipped === undefined || !takesGzip(request.headers['accept-encoding'] ?? '')) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(zipped)
}
