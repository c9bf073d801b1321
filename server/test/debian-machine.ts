import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { startEmbeddedPostgres } from '../src/database/embedded/launch.ts'
import { choosePort } from '../src/database/embedded/port.ts'
import { passTime } from './pass-time.ts'
import { killProgram, startProgram } from './programs.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What commands for an empty Debian machine need of the one that they are tested on. */
export const toolsOfPage = ['curl', 'jq', 'openssl']

/**
 * A folder that stands for an empty Debian machine: what is installed goes below it, with a PostgreSQL of its
 * own. It differs from a real machine in these points:
 *
 * - `/etc`, `/var/lib`: folders below the machine's
 * - the ports 5432 and 4000: free ones
 * - `apt-get`, `adduser`: nothing is installed and nobody added; what would be installed has to be here
 * - `install -o … -g …`, `runuser -u …`: without the account; the account that runs the tests owns and runs everything
 * - `psql`: a client that sends its input to the machine's PostgreSQL as a superuser
 * - `oathtool`: the same computation
 * - `npm install --global`: into the machine's own prefix, with this machine's npm settings and certificates; packages
 *   come from npm's cache where they are there
 * - `systemctl enable --now`: the test starts the unit's `ExecStart` with its `EnvironmentFile`
 * - `journalctl`: prints what that program has printed
 */
export async function emptyMachine() {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-machine-'))
  const at = (...names: string[]) => path.join(dir, ...names)
  const server = await startEmbeddedPostgres({ dir: at('postgres'), settings: { fsync: 'off' } })
  const port = await choosePort(undefined)
  await Promise.all(
    ['bin', 'home', 'work', 'etc/systemd/system', 'var/lib', 'tmp'].map((name) =>
      mkdir(at(name), { recursive: true }),
    ),
  )
  for (const [name, script] of Object.entries(substitutes(server.url, at))) {
    await writeFile(at('bin', name), `#!/bin/sh\n${script}\n`)
    await chmod(at('bin', name), 0o755)
  }
  const npmSetting = async (name: string) =>
    (await promisify(execFile)('npm', ['config', 'get', name])).stdout.trim()
  const env = {
    ...networkSettings(),
    PATH: [at('bin'), at('prefix/bin'), path.dirname(process.execPath), process.env['PATH']].join(':'),
    HOME: at('home'),
    TMPDIR: at('tmp'),
    npm_config_prefix: at('prefix'),
    npm_config_cache: await npmSetting('cache'),
    npm_config_userconfig: await npmSetting('userconfig'),
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  }
  const translated = (text: string) =>
    text
      .replaceAll('/etc/', `${at('etc')}/`)
      .replaceAll('/var/lib/', `${at('var/lib')}/`)
      .replaceAll('127.0.0.1:5432', `127.0.0.1:${server.port}`)
      .replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`)
  let service: ReturnType<typeof startProgram> | undefined

  /** What systemd does with a unit that the commands enable. */
  const startService = async (shell: ChildProcess) => {
    while (!existsSync(at('enabled'))) {
      if (shell.exitCode !== null) return
      await passTime(100, 'the next look')
    }
    const unit = translated(await readFile(at('etc/systemd/system/mostrador.service'), 'utf8'))
    const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const variables = parseEnv(await readFile(setting('EnvironmentFile'), 'utf8')) as NodeJS.ProcessEnv
    const [, program = '', ...args] = setting('ExecStart').split(' ')
    service = startProgram([at('prefix/bin', program), ...args], {
      env: { PATH: env.PATH, ...variables, PORT: String(port) },
      cwd: setting('WorkingDirectory'),
      stderr: 'pipe',
    })
    // Without its service, the commands would wait for ever.
    service.once('exit', () => shell.kill('SIGKILL'))
    const journal = createWriteStream(at('journal'))
    service.stdout.pipe(journal, { end: false })
    service.stderr?.pipe(journal, { end: false })
  }

  return {
    dir,
    env,
    adminUrl: server.url,
    url: `http://127.0.0.1:${port}`,
    /** Runs commands as somebody who copies them into a shell, with the service beside them. */
    async run(commands: string) {
      const shell = spawn('sh', ['-eu'], { cwd: at('work'), env, stdio: 'pipe' })
      const started = startService(shell)
      let said = ''
      shell.stdout.on('data', (chunk) => (said += chunk))
      shell.stderr.on('data', (chunk) => (said += chunk))
      shell.stdin.end(translated(commands))
      const [code] = await once(shell, 'close')
      await started
      return { code: code as number, said }
    },
    async remove() {
      service?.removeAllListeners('exit')
      if (service !== undefined) await killProgram(service)
      await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Proxies and certificates that this machine needs to reach a registry. */
function networkSettings(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) =>
    /proxy$|^NODE_EXTRA_CA_CERTS$|^SSL_CERT_/i.test(name),
  )
  return Object.fromEntries(names.map((name) => [name, process.env[name]]))
}

/** `install` without root: it leaves the owner out, and keeps the mode. */
export const installWithoutOwner = `
for each in "$@"; do
  shift
  if [ -n "$owner" ]; then owner=; continue; fi
  case $each in -o|-g) owner=next; continue;; esac
  set -- "$@" "$each"
done
exec /usr/bin/install "$@"`

/** `runuser -u somebody --` without root: it runs the command as the account that runs the tests. */
export const runHere = 'shift 2; [ "$1" = -- ] && shift; exec "$@"'

/** Each block of commands of a page, in order; of one section of it, with its heading. */
export async function blocksOf(page: string, heading?: string): Promise<string[]> {
  const whole = await readFile(path.join(root, page), 'utf8')
  const sections = whole.split(/^(?=##+ )/m)
  const text = heading === undefined ? whole : sections.find((each) => each.startsWith(`${heading}\n`))
  if (text === undefined) throw new Error(`${page} has no section ${heading}`)
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands)
}

/** The same as one script. */
export const commandsOf = async (page: string, heading?: string): Promise<string> =>
  (await blocksOf(page, heading)).join('')

function substitutes(adminUrl: string, at: (name: string) => string): Record<string, string> {
  const { resolve } = createRequire(import.meta.url)
  const script = (source: string) => `exec "${process.execPath}" -e '${source}' -- "$@"`
  return {
    'apt-get': 'exit 0',
    adduser: `mkdir -p "${at('var/lib/mostrador')}"`,
    install: installWithoutOwner,
    runuser: runHere,
    psql: script(
      `const c = new (require("${resolve('pg')}").Client)("${adminUrl}");` +
        'c.connect().then(() => c.query(require("fs").readFileSync(0, "utf8"))).finally(() => c.end())',
    ),
    oathtool: script(
      `require("${resolve('otplib')}").generate({ secret: process.argv.at(-1) }).then((code) => console.log(code))`,
    ),
    systemctl: `[ "$1" != enable ] || : > "${at('enabled')}"`,
    journalctl: `cat "${at('journal')}"`,
  }
}
