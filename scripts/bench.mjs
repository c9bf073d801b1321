// `npm run bench`: measures the product against baselines of the same run, and prints the ratios. It only
// reports: it fails when something cannot be measured.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrepareError, prepare, root } from './prepare.mjs'

process.chdir(root)
try {
  await prepare({ build: true })
  const { bench } = await import(pathToFileURL(path.join(root, 'server/bench/main.mjs')).href)
  await bench(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}
