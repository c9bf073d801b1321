import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
/** Where `npm run try -- images` keeps Debian, from which both images are built when no registry is asked. */
const storage = path.join(root, '.mostrador/images')
const base = 'localhost/mostrador-base'
const flags = ['--root', path.join(storage, 'root'), '--runroot', path.join(storage, 'run')]

/** Why images cannot be built here; undefined: they can. */
export function builderMissing(): string | undefined {
  if (!existsSync('/usr/bin/buildah')) return 'not installed: apt-get install buildah'
  if (process.getuid?.() !== 0) return 'only root can run containers without a daemon'
  if (!existsSync(storage)) return 'nothing to build from: npm run try -- images'
  const { status } = spawnSync('/usr/bin/buildah', [...flags, 'images', '--quiet', base])
  return status === 0 ? undefined : 'nothing to build from: npm run try -- images'
}

async function buildah(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('/usr/bin/buildah', [...flags, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string; message: string }) => {
    throw new Error(`buildah ${args[0]}: ${error.message}\n${error.stdout}\n${error.stderr}`)
  })
  return stdout.trim()
}

/** Of a service of a compose file, what these tests interpret. */
export interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile?: string }
  readonly user?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
}

export interface Container {
  /** What it has written so far. */
  readonly said: () => string
  readonly exit: Promise<number>
  /** Runs a command in it, as `docker compose exec` does. */
  must(...command: readonly string[]): Promise<string>
  /** Sends a signal, as `docker stop` does, and waits. */
  stop(signal: NodeJS.Signals): Promise<number>
}

/**
 * Builds images with buildah and runs them without a daemon: each in a root of its own, and all in the network and with
 * the processes of this machine. So they find each other at 127.0.0.1, where a daemon gives them names.
 */
export async function imageBuilder() {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-images-'))
  const made: string[] = []
  const containers: string[] = []
  const running = new Set<Container>()

  /** A working container from an image, with folders in place of the named volumes. */
  const prepare = async ({ image, volumes = [] }: Service) => {
    const id = await buildah('from', '--pull-never', image)
    containers.push(id)
    const mounts: string[] = []
    for (const volume of volumes) {
      const [name = '', place = '', access] = volume.split(':')
      const folder = path.join(dir, 'volumes', name)
      // A new volume has the owner and the mode of the folder in the image.
      if (!existsSync(folder)) {
        await mkdir(folder, { recursive: true })
        const about = await buildah(
          'run',
          '--isolation',
          'chroot',
          '--user',
          'root',
          id,
          '--',
          'stat',
          '-c',
          '%u %g %a',
          place,
        )
        const [uid, gid, mode = ''] = about.split(' ')
        await chown(folder, Number(uid), Number(gid))
        await chmod(folder, Number.parseInt(mode, 8))
      }
      mounts.push('--volume', `${folder}:${place}${access === undefined ? '' : `:${access}`}`)
    }
    const { OCIv1 } = JSON.parse(await buildah('inspect', '--type', 'image', image)) as {
      OCIv1: { config: { Entrypoint?: string[]; Cmd?: string[] } }
    }
    return { id, mounts, config: OCIv1.config }
  }

  const runArgs = (id: string, mounts: readonly string[], { user, environment = {} }: Service) => [
    ...['run', '--isolation', 'chroot', ...mounts],
    ...(user === undefined ? [] : ['--user', user]),
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[id, '--'],
  ]

  return {
    dir,
    /** @param context the folder of the Dockerfile */
    async build(image: string, context: string, dockerfile: string): Promise<void> {
      const copy = path.join(dir, `context-${image}`)
      await cp(context, copy, { recursive: true })
      const file = path.join(copy, dockerfile)
      const args = ['--isolation', 'chroot', '--pull-never', '--build-arg', `BASE=${base}`]
      await buildah('build', ...args, '--tag', `localhost/${image}`, '--file', file, copy)
      made.push(`localhost/${image}`)
    },
    inspect: async (image: string) =>
      (
        JSON.parse(await buildah('inspect', '--type', 'image', `localhost/${image}`)) as {
          OCIv1: { config: unknown }
        }
      ).OCIv1.config,
    /** Starts a service, and does not wait for it. */
    async start(service: Service): Promise<Container> {
      const named = { ...service, image: `localhost/${service.image}` }
      const { id, mounts, config } = await prepare(named)
      const command = [...(config.Entrypoint ?? []), ...(service.command ?? config.Cmd ?? [])]
      const child = spawn('/usr/bin/buildah', [...flags, ...runArgs(id, mounts, named), ...command], {
        detached: true,
      })
      let said = ''
      child.stdout.on('data', (chunk) => (said += chunk))
      child.stderr.on('data', (chunk) => (said += chunk))
      const exit = once(child, 'close').then(([code]) => code as number)
      const container: Container = {
        said: () => said,
        exit,
        must: (...each) => buildah(...runArgs(id, mounts, named), ...each),
        async stop(signal) {
          if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal)
          return exit
        },
      }
      running.add(container)
      void exit.then(() => running.delete(container))
      return container
    },
    async remove() {
      await Promise.all([...running].map((each) => each.stop('SIGKILL')))
      if (containers.length > 0) await buildah('rm', ...containers)
      if (made.length > 0) await buildah('rmi', '--force', ...made)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
