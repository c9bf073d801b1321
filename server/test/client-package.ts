import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** The package's peer packages, and what a TypeScript program for Node.js is compiled with. */
const others = [
  'openapi-fetch',
  'openapi-typescript-helpers',
  'standardwebhooks',
  '@stablelib/base64',
  'fast-sha256',
  '@types/node',
  'undici-types',
]

/** An external project with the packed client installed. */
export interface Project {
  readonly dir: string
  /** The contents of the tarball. */
  readonly packed: readonly string[]
  /** Compiles a program against the package, and runs it. @returns its output */
  run(name: string, source: string, environment: Readonly<Record<string, string>>): Promise<string>
  remove(): Promise<void>
}

/** Packs `client/` as for publishing, and installs the tarball where none of the sources are reachable. */
export async function projectWithClient(): Promise<Project> {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-program-'))
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', dir], {
    cwd: path.join(root, 'client'),
  })
  const [tarball] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  if (tarball === undefined) throw new Error(`npm packed nothing: ${stdout}`)
  const modules = path.join(dir, 'node_modules')
  const installed = path.join(modules, '@mostrador/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', path.join(dir, tarball.filename), '--strip-components=1', '-C', installed])
  for (const name of others) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true })
    await symlink(path.join(root, 'node_modules', name), path.join(modules, name))
  }
  await writeFile(path.join(dir, 'package.json'), '{ "type": "module", "private": true }')
  const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, types: ['node'] }
  return {
    dir,
    packed: tarball.files.map((file) => file.path),
    async run(name, source, environment) {
      await writeFile(path.join(dir, `${name}.ts`), source)
      const config = {
        compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes: true },
        files: [`${name}.ts`],
      }
      await writeFile(path.join(dir, 'tsconfig.json'), JSON.stringify(config))
      await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', dir]).catch(told)
      const ran = await run(process.execPath, [path.join(dir, `${name}.js`)], {
        cwd: dir,
        env: { ...process.env, ...environment },
      })
      return ran.stdout
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** The compiler prints its errors to standard output. */
function told(error: Error & { stdout?: string }): never {
  throw new Error(error.stdout || error.message, { cause: error })
}
