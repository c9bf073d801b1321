import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem/problem.ts'
import { sendProblem } from './problem-handler.ts'

/** Serves the built web client: hashed assets are cached forever, the page itself never. */
export async function serveWeb(server: FastifyInstance, webDir: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.setNotFoundHandler((request, reply) => {
    // Client-side routes have their address in the browser; any other absent path is 404.
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true
    if (!isPage) return sendProblem(request, reply, new Problem('not_found'))
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
