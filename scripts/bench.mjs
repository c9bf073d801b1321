// `npm run bench`: measures the product against baselines of the same run, and prints the ratios. It only
// reports: it fails when something cannot be measured. With --days it drives days of shops, and fails when the database holds
// something else than what was sold.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildOther } from './other-build.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'

const tool = (name) => import(pathToFileURL(path.join(root, 'server/bench', name)).href)

process.chdir(root)
try {
  const { parseOptions } = await tool('options.mjs')
  const options = parseOptions()
  const isWithWeb =
    options.compare === undefined &&
    options.days === undefined &&
    !options.isCluster &&
    options.only.some((part) => part === 'start' || part === 'web')
  await prepare({ build: isWithWeb || ['server'] })
  const other = options.compare === undefined ? undefined : await buildOther(options.compare)
  const { bench } = await tool('main.mjs')
  if (!(await bench(options, other))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}
