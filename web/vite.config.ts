import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
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

/** What every page needs travels as one file; it compresses better and changes with upgrades only. */
const base =
  /node_modules\/(react|react-dom|scheduler|@tanstack|i18next|react-i18next|openapi-fetch|use-sync-external-store)\/|\/client\/dist\//

export default defineConfig({
  plugins: [react(), serviceWorker()],
  server: { proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: api }])) },
  // The content policy lets scripts come from files only; small pictures may travel inside the bundle.
  build: {
    target: 'es2022',
    assetsInlineLimit: 1024,
    manifest: true,
    // Of a page that is opened later its own file and styles are fetched ahead. A list of all that each page shares with
    // the others would weigh 4 kB on everybody's first load, and most of it is there by then.
    modulePreload: {
      resolveDependencies: (page, files) => files.filter((file) => file === page || file.endsWith('.css')),
    },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: base }] } } },
  },
})
