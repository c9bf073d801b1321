// `npm run generate`: writes every generated file. With `--check` it writes nothing, and exits 1 naming the
// files that are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeApi, describeClient, describeDatabase, renderRegistries } from './generated.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'

const isCheck = process.argv.includes('--check')

process.chdir(root)
try {
  await prepare({ build: ['server'] })
  // Both registries must be in the database before the rest is read from it.
  const changed = await settle(await renderRegistries())
  changed.push(
    ...(await settle({
      ...(await describeDatabase()),
      ...(await describeApi()),
      ...(await describeClient()),
    })),
  )
  report(changed)
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exitCode = 1
}

/**
 * Writes files that differ, or with `--check` only lists them.
 *
 * @param {Record<string, string>} files text by path
 * @returns {Promise<string[]>} paths that differed
 */
async function settle(files) {
  const changed = []
  for (const [file, text] of Object.entries(files)) {
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) continue
    changed.push(file)
    if (isCheck) continue
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return changed
}

function report(changed) {
  if (changed.length === 0) console.log('Every generated file is up to date.')
  else if (!isCheck) console.log(`Written:\n  ${changed.join('\n  ')}`)
  else {
    console.log(`Not what their sources say; run npm run generate:\n  ${changed.join('\n  ')}`)
    process.exitCode = 1
  }
}
