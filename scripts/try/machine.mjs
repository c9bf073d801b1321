import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotTry, must, npmSettings } from './tools.mjs'

/**
 * The first program of the machine: it leaves this machine's files behind and becomes systemd. `$1` is its root, `$2` its
 * control group. /sys and /proc/sys are read-only, so that it sets nothing of this machine's kernel.
 */
const becomeInit = `
set -eu
echo 0 > "$2/cgroup.procs"
exec setpriv --pdeathsig KILL unshare --mount --pid --ipc --uts --cgroup --fork --kill-child --propagation private sh -euc '
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
  : > dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
hostname bare-debian
pivot_root . mnt
umount -l mnt
exec env -i container=try PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init
' init "$1"
`

const signals = ['SIGINT', 'SIGTERM']

/**
 * Boots a Debian with its systemd, in namespaces of its own and in this machine's network. It dies with this process.
 *
 * @param {string} tar its files
 */
export async function bootMachine(tar) {
  const control = await controlGroups()
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-bare-'))
  const files = path.join(dir, 'root')
  await mkdir(files)
  await must('tar', ['--extract', '--numeric-owner', `--directory=${files}`, `--file=${tar}`])
  await rm(path.join(files, 'etc/resolv.conf'), { force: true })
  await copyFile('/etc/resolv.conf', path.join(files, 'etc/resolv.conf'))
  // It is thrown away: packages need not be synced to the disk one by one.
  await writeFile(path.join(files, 'etc/dpkg/dpkg.cfg.d/unsafe'), 'force-unsafe-io\n')
  await writeFile(path.join(files, 'etc/hosts'), '127.0.0.1 localhost bare-debian\n')
  const certificates = 'usr/local/share/try-certificates.crt'
  const env = {
    ...(await npmSettings(path.join(files, certificates), `/${certificates}`)),
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
  }
  const group = path.join(control, path.basename(dir))
  await mkdir(group)
  const log = []
  const boot = spawn('sh', ['-c', becomeInit, 'boot', files, group], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [boot.stdout, boot.stderr]) stream.on('data', (chunk) => log.push(String(chunk)))
  const gone = once(boot, 'close')

  const remove = async () => {
    for (const signal of signals) process.off(signal, onSignal)
    boot.kill('SIGKILL')
    await gone
    await removeGroup(group)
    await rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
  }
  const onSignal = () => void remove().finally(() => process.exit(1))
  for (const signal of signals) process.once(signal, onSignal)
  try {
    const pid = await bootedPid(boot, log)
    return { files, run: (commands, account) => typed(pid, env, commands, account), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Runs commands as somebody copies them into a shell, each shown before it runs. */
async function typed(pid, env, commands, account = 'root') {
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--cgroup', '--root']
  const home = account === 'root' ? '/root' : `/home/${account}`
  const variables = Object.entries({ ...env, HOME: home }).map(([name, value]) => `${name}=${value}`)
  const become = account === 'root' ? [] : ['runuser', '-u', account, '--']
  const shell = ['env', '-i', `--chdir=${home}`, ...variables, 'sh', '-euv']
  const child = spawn('/usr/bin/nsenter', [`--target=${pid}`, ...namespaces, '--', ...become, ...shell], {
    stdio: 'pipe',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      process.stdout.write(chunk)
    })
  child.stdin.end(commands)
  const [code] = await once(child, 'close')
  return { code, said }
}

/** The mount of control groups of version 2, of which systemd needs one of its own. */
async function controlGroups() {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' '))
  const found = mounts.find(([, , type]) => type === 'cgroup2')
  if (found === undefined)
    throw new CannotTry('systemd needs control groups of version 2, and none are mounted here.')
  return found[1]
}

/** Waits until systemd has started everything. @returns its process id as this machine sees it */
async function bootedPid(boot, log) {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    await sleep(500)
    if (boot.exitCode !== null) break
    const child = (
      await readFile(`/proc/${boot.pid}/task/${boot.pid}/children`, 'utf8').catch(() => '')
    ).trim()
    const comm = child && (await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '')).trim()
    if (comm !== 'systemd') continue
    const enter = [
      '--target',
      child,
      '--mount',
      '--pid',
      '--root',
      '--wd=/',
      '--',
      'systemctl',
      'is-system-running',
    ]
    const state = await must('/usr/bin/nsenter', enter).catch((error) => error.cause?.stdout ?? '')
    if (['running', 'degraded'].includes(state.trim())) return Number(child)
  }
  throw new CannotTry(`A Debian of its own does not boot on this machine:\n${log.join('').slice(-2_000)}`)
}

/** Its groups are empty once all of its processes are gone. */
async function removeGroup(group) {
  const entries = await readdir(group, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isDirectory()) await removeGroup(path.join(group, entry.name))
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      await rmdir(group)
      return
    } catch {
      await sleep(100)
    }
  }
}
