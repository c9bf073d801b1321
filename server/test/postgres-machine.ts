import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unprivilegedAccount } from '../src/database/embedded/account.ts'
import { choosePort } from '../src/database/embedded/port.ts'
import { installWithoutOwner, runHere } from './debian-machine.ts'
import { debianMajor } from './debian-postgres.ts'

/** Debian's packages that the commands of a page need, and that are not installed here. */
export async function missingPackages(): Promise<string[]> {
  return [
    ...['pgbackrest', 'rsync', 'jq'].filter((name) => !existsSync(`/usr/bin/${name}`)),
    ...((await debianMajor()) === undefined ? ['postgresql'] : []),
  ]
}

interface MachineOptions {
  /** At which its PostgreSQL listens; default 127.0.0.1. */
  readonly address?: string
  readonly port?: number
  /** What a page says, and what stands for it here. */
  readonly words?: readonly (readonly [page: string, here: string])[]
}

/**
 * A folder that stands for a Debian machine with its PostgreSQL, on which commands of docs/backup.md and docs/cluster.md run
 * with the real pgBackRest, rsync and PostgreSQL. What it is not:
 *
 * - `/etc`, `/var/lib`, `/mnt`: folders below the machine's; 17 is the version that is installed here
 * - `apt-get`: nothing is installed; what would be has to be here
 * - `systemctl`: `pg_ctl` for PostgreSQL, with its settings in `/etc` as Debian has them; the test starts the server
 * - `install`, `runuser`: without the account, unless root runs the tests; the server's account is always who runs them
 * - `pg_upgradecluster`: a dump into a new cluster of the same version, in the folder of the new one
 * - `psql`, `pgbackrest`: they find PostgreSQL's port, and the folders for logs and locks
 */
export async function postgresMachine(options: MachineOptions = {}) {
  const { address = '127.0.0.1', words = [] } = options
  const major = (await debianMajor()) as string
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-own-'))
  const at = (...names: string[]) => path.join(dir, ...names)
  const data = at('var/lib/postgresql', major, 'main')
  const conf = at('etc/postgresql', major, 'main')
  const account = await unprivilegedAccount(data)
  const owned = ['run', 'log', 'lock', 'var/lib/postgresql', `var/lib/postgresql/${major}`, 'mnt/backup']
  const folders = ['bin', 'etc/cron.d', 'etc/mostrador', 'var/lib/mostrador', path.join(conf, 'conf.d')]
  // PostgreSQL's account has to enter.
  await chmod(dir, 0o755)
  for (const name of [...owned, ...folders]) await mkdir(path.resolve(dir, name), { recursive: true })
  if (account !== undefined) for (const name of owned) await chown(at(name), account.uid, account.gid)
  const port = options.port ?? (await choosePort(undefined))
  const bin = `/usr/lib/postgresql/${major}/bin`
  const env: NodeJS.ProcessEnv = {
    PATH: [at('bin'), path.dirname(process.execPath), bin, process.env['PATH']].join(':'),
    HOME: dir,
    PGHOST: at('run'),
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGBACKREST_CONFIG: at('etc/pgbackrest.conf'),
    PGBACKREST_LOG_PATH: at('log'),
    PGBACKREST_LOCK_PATH: at('lock'),
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: at('run'),
    PGBACKREST_PG1_USER: 'postgres',
  }
  await writeFile(
    path.join(conf, 'postgresql.conf'),
    [
      `data_directory = '${data}'`,
      `port = ${port}`,
      `listen_addresses = '${address}'`,
      `hba_file = '${path.join(conf, 'pg_hba.conf')}'`,
      `ident_file = '${path.join(conf, 'pg_ident.conf')}'`,
      `unix_socket_directories = '${at('run')}'`,
      'fsync = off',
      `include_dir = 'conf.d'`,
      '',
    ].join('\n'),
  )
  // Of the cluster that is used now.
  const dataNow = `"$(sed -n "s/^data_directory = '\\(.*\\)'/\\1/p" ${conf}/postgresql.conf)"`
  const control = `runuser -u postgres -- pg_ctl --pgdata=${dataNow} --silent --wait`
  const initdb = (folder: string) =>
    `initdb --pgdata=${folder} --username=postgres --pwfile='${at('password')}' --auth-local=trust \
       --auth-host=scram-sha-256 --encoding=UTF8 --locale=C --no-sync`
  const start = `${control} --log='${at('log/postgresql.log')}' --options='-c config_file=${conf}/postgresql.conf' start`
  const substitutes: Record<string, string> = {
    'apt-get': 'exit 0',
    systemctl: `
case "$1 $*" in
  *postgresql*) ;;
  *) exit 0;;
esac
case $1 in reload) ${control} reload;; esac
case $1 in stop|restart) if ${control} status > /dev/null; then ${control} --mode=fast stop; fi;; esac
case $1 in start|restart) ${start} > /dev/null;; esac`,
    pg_dropcluster: 'exit 0',
    pg_upgradecluster: `
new=${at('var/lib/postgresql')}/$3/main
install -d -m 0700 -o postgres -g postgres "\${new%/main}" "$new"
runuser -u postgres -- pg_dumpall > ${at('dump.sql')}
${control} --mode=fast stop
runuser -u postgres -- ${initdb('"$new"')}
sed -i "s|^data_directory = .*|data_directory = '$new'|" ${conf}/postgresql.conf
${start} > /dev/null
runuser -u postgres -- psql --quiet --output=/dev/null --dbname=postgres < ${at('dump.sql')}`,
    ...(account === undefined
      ? { install: installWithoutOwner, runuser: runHere }
      : { runuser: `if [ "$2" = mostrador ]; then ${runHere}; fi; exec /usr/sbin/runuser "$@"` }),
  }
  for (const [name, script] of Object.entries(substitutes)) {
    await writeFile(at('bin', name), `#!/bin/sh\nset -e\n${script}\n`)
    await chmod(at('bin', name), 0o755)
  }
  const translated = (text: string) =>
    words
      .reduce((all, [page, here]) => all.replaceAll(page, here), text)
      .replaceAll(/\b5432\b/g, String(port))
      .replaceAll(/(?<![\w.])\/(etc|var\/lib|mnt)\//g, `${dir}/$1/`)
      .replaceAll('/postgresql/17/', `/postgresql/${major}/`)

  /** Runs commands as somebody who copies them into root's shell. */
  const run = async (commands: string) => {
    const shell = spawn('sh', ['-eu'], { cwd: dir, env, stdio: 'pipe' })
    let said = ''
    shell.stdout.on('data', (chunk) => (said += chunk))
    shell.stderr.on('data', (chunk) => (said += chunk))
    shell.stdin.end(translated(commands))
    const [code] = await once(shell, 'close')
    return { code: code as number, said }
  }
  const must = async (commands: string) => {
    const { code, said } = await run(commands)
    if (code !== 0) throw new Error(`${commands}\n${said}`)
    return said
  }

  await writeFile(at('password'), 'super\n')
  await must(`runuser -u postgres -- ${initdb(`'${data}'`)}`)
  for (const name of ['pg_hba.conf', 'pg_ident.conf']) {
    await copyFile(path.join(data, name), path.join(conf, name))
    if (account !== undefined) await chown(path.join(conf, name), account.uid, account.gid)
  }
  await must('systemctl start postgresql')

  return {
    at,
    run,
    must,
    /** Superuser's URL of a database, without a password. */
    localUrl: (database: string) =>
      `postgres://postgres@${encodeURIComponent(at('run'))}:${port}/${database}`,
    adminUrl: `postgres://postgres:super@${address}:${port}/postgres`,
    /** Runs the line of a file of cron that has this word. */
    async cron(file: string, word: string) {
      const lines = (await readFile(at('etc/cron.d', file), 'utf8')).split('\n')
      const line = lines.find((each) => each.includes(word)) ?? ''
      const [, account, command = ''] = /^(?:\S+ +){5}(\w+) +(.*)$/.exec(line) ?? []
      await must(account === 'root' ? command : `runuser -u ${account} -- ${command}`)
    },
    /** The power fails. */
    crash: () => must(`${control} --mode=immediate stop`),
    async remove() {
      await must(`if ${control} status > /dev/null; then ${control} --mode=immediate stop; fi`)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
