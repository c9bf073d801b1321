import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem/problem.ts'
import { isZippable, takesGzip } from './compressed.ts'
import { unlessKnown } from './conditional.ts'
import { sendProblem } from './problem-handler.ts'
import { ok, type Reply } from './route.ts'

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

/** A file, ready to be sent. */
interface WebFile {
  readonly body: Buffer
  /** Absent where it saves too little. */
  readonly gzipped: Buffer | undefined
  readonly contentType: string
  readonly cacheControl: string
  readonly version: string
}

/**
 * Serves the built web client: browsers cache hashed assets forever, and revalidate the page. All files are read now, because
 * an upgrade replaces the folder while the server runs, and kept in memory: about two megabytes. Each is compressed once, for
 * its first request.
 */
export async function serveWeb(server: FastifyInstance, webDir: string): Promise<void> {
  const bodies = new Map<string, Buffer>(
    readdirSync(webDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [`/${path.relative(webDir, file)}`, file] as const)
      // The bundler's notes.
      .filter(([name]) => !name.startsWith('/.'))
      .map(([name, file]) => [name, readFileSync(file)] as const),
  )
  const unknown = [...bodies.keys()].find((name) => !(path.extname(name) in types))
  if (unknown !== undefined) throw new Error(`${unknown} has no content type: add it to http/web.ts`)
  const kept = new Map<string, Promise<WebFile>>()
  const fileAt = (name: string): Promise<WebFile> | undefined => {
    const body = bodies.get(name)
    if (body === undefined) return undefined
    const known = kept.get(name)
    if (known !== undefined) return known
    const file = ready(name, body)
    kept.set(name, file)
    return file
  }
  // Not a route for `/*`: it would also get requests of the API whose parameters the router refuses.
  server.setNotFoundHandler(async (request, reply) => {
    const name = (request.url.split('?', 1)[0] as string).replace(/^\/$/, '/index.html')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const file = isRead
      ? (fileAt(name) ?? (asksForPage(request) ? fileAt('/index.html') : undefined))
      : undefined
    if (file === undefined) return sendProblem(request, reply, new Problem('not_found'))
    const { status, headers = {}, body } = await answer(await file, request.headers)
    return reply.status(status).headers(headers).send(body)
  })
}

/** Client-side routes have their address in the browser; any other absent path is 404. */
const asksForPage = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/html') === true

async function ready(name: string, body: Buffer): Promise<WebFile> {
  const type = path.extname(name)
  return {
    body,
    gzipped: isZippable(body) && !packed.has(type) ? await promisify(gzip)(body, { level: 9 }) : undefined,
    contentType: types[type] as string,
    cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    version: createHash('sha256').update(body).digest('base64url').slice(0, 22),
  }
}

function answer(file: WebFile, headers: IncomingHttpHeaders): Promise<Reply> {
  const known = { 'if-none-match': headers['if-none-match'] }
  return unlessKnown(
    known,
    file.version,
    () => {
      const gzipped = takesGzip(headers['accept-encoding'] ?? '') ? file.gzipped : undefined
      return ok(gzipped ?? file.body, {
        'content-type': file.contentType,
        vary: 'accept-encoding',
        ...(gzipped !== undefined && { 'content-encoding': 'gzip' }),
      })
    },
    file.cacheControl,
  )
}
