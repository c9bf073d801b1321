import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { debian, must, npmSettings, requireTools, shown } from './tools.mjs'

const storage = path.join(root, '.mostrador/images')
const base = 'localhost/mostrador-base'

/**
 * Makes what the images are built from where no registry is asked, and runs their test, which every later `npm test` does
 * too while that is there. @returns whether it passed
 */
export async function tryImages() {
  requireTools({ '/usr/bin/buildah': 'buildah', '/usr/bin/mmdebstrap': 'mmdebstrap' })
  await makeBase()
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project=server', '--reporter=verbose', 'server/test/containers.test.ts']
  const code = await shown(process.execPath, args)
  console.log(
    `\nWhat the images are built from stays in ${path.relative(root, storage)}: delete it to leave them out of npm test.`,
  )
  return code === 0
}

async function makeBase() {
  const buildah = (...args) =>
    must('/usr/bin/buildah', [
      '--root',
      path.join(storage, 'root'),
      '--runroot',
      path.join(storage, 'run'),
      ...args,
    ])
  if ((await buildah('images', '--quiet', base).catch(() => '')) !== '') return
  const tar = await debian('with-node', ['ca-certificates', 'nodejs', 'npm'])
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-base-'))
  const id = await buildah('from', 'scratch')
  try {
    await buildah('add', id, tar, '/')
    const seenAs = '/usr/local/share/try-certificates.crt'
    const certificates = path.join(dir, 'certificates.crt')
    await writeFile(certificates, '')
    const settings = await npmSettings(certificates, seenAs)
    await buildah('copy', id, certificates, seenAs)
    const variables = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    await buildah(
      'config',
      ...variables,
      '--env',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      id,
    )
    await buildah('commit', id, base)
  } finally {
    await buildah('rm', id)
    await rm(dir, { recursive: true, force: true })
  }
}
