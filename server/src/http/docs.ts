import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { problems } from '../problem/problems.ts'
import { version } from '../version.ts'
import { type Description, withComponents } from './components.ts'
import { ProblemDocument } from './openapi.ts'

/**
 * The API for people (`/docs`) and for programs (`/openapi.json`), and the page that the `type` of every
 * problem refers to. Registered before the routes, which it collects.
 */
export async function serveDocs(server: FastifyInstance): Promise<void> {
  await server.register(swagger, description)
  server.addSchema(ProblemDocument)
  let whole: Record<string, unknown> | undefined
  const described = () => {
    whole ??= withComponents(server.swagger() as object as Description)
    return whole
  }
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: true },
    theme: { title: 'Mostrador: API' },
    logo: { type: 'image/svg+xml', content: logo, href: '/' },
    transformSpecification: () => described(),
    transformSpecificationClone: false,
  })
  server.get('/openapi.json', { schema: { hide: true } }, async () => described())
  server.get('/docs/problems', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(problemPage),
  )
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40" viewBox="0 0 170 40">
  <rect width="40" height="40" rx="10" fill="#0d6657"/>
  <path d="M9 10h22l2.5 8.3a4.2 4.2 0 0 1-8.3 0 5 5 0 0 1-10 0 4.2 4.2 0 0 1-8.4 0z" fill="#fffaf0"/>
  <path d="M8 27.5h24" stroke="#fffaf0" stroke-width="4" stroke-linecap="round"/>
  <text x="50" y="27" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff">Mostrador</text>
</svg>`

/** Codes and titles are our own and contain no HTML. */
const problemPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mostrador: problems</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
td{padding:.3rem 1rem .3rem 0;vertical-align:top}:target td{background:#fff3bf}</style></head>
<body><h1>Problems</h1><p>Every refusal is a problem document (RFC 9457). Programs decide by its <code>code</code>.</p><table>
${Object.entries(problems)
  .map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
  )
  .join('\n')}
</table></body></html>
`

const description = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Mostrador',
      version,
      description:
        'Multi-tenant point of sale. `x-access` on every operation says who may call it. With `rows` it returns the records that the caller may read: none of a store in which the caller has no role.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ bearer: [] }, { cookie: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http' as const, scheme: 'bearer' },
        cookie: { type: 'apiKey' as const, in: 'cookie' as const, name: '__Host-mostrador' },
      },
    },
  },
  refResolver: {
    buildLocalReference: (json: { $id?: unknown }, _base: unknown, _fragment: unknown, index: number) =>
      typeof json.$id === 'string' ? json.$id : `schema-${index}`,
  },
}
