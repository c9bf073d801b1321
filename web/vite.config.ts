import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './chunks.plugin.ts'
import { serviceWorker } from './service-worker.plugin.ts'

/** `npm start` on this machine; pages and API share an origin, so cookies work as in production. */
const api = 'http://127.0.0.1:4000'
const apiPaths = [
  '/auth',
  '/pos',
  '/vas',
  '/platform',
  '/events',
  '/setup',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
]

/** Code that every page needs is one file, which compresses better and only changes with upgrades. */
const base =
  /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next|openapi-fetch|use-sync-external-store)\/|\/client\/dist\//

const split = chunks()

export default defineConfig({
  plugins: [react(), split.plugin, serviceWorker()],
  server: { proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: api }])) },
  // The content policy only allows scripts from files; small pictures may be inlined.
  build: {
    target: 'es2022',
    assetsInlineLimit: 1024,
    manifest: true,
    // Preload only a lazy page's own file and styles. A list of everything that pages share would add 4 kB to
    // the first load, and most of it is loaded by then.
    modulePreload: {
      resolveDependencies: (page, files) => files.filter((file) => file === page || file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: base, priority: 3 },
            { name: 'first', tags: ['$initial'], priority: 2 },
            ...split.groups,
          ],
        },
      },
    },
  },
})
