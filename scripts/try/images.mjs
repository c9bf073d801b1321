import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { showTool } from '../tools.mjs'
import { debian, must, npmSettings, requireTools } from './tools.mjs'

const storage = path.join(root, '.mostrador/images')
const base = 'localhost/mostrador-base'

/**
 * Makes the base from which both images are built without a registry, and runs their test. Later runs of `npm test`
 * include that test while the base is there. @returns whether it passed
 */
export async function tryImages() {
  requireTools({ '/usr/bin/buildah': 'buildah', '/usr/bin/mmdebstrap': 'mmdebstrap' })
  await makeBase()
  const args = ['run', '--project=server', '--reporter=verbose', 'server/test/containers.test.ts']
  const code = await showTool(root, { package: 'vitest' }, args)
  console.log(
    `\nThe base of the images stays in ${path.relative(root, storage)}. While it is there, npm test builds and starts them too.`,
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
