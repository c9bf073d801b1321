import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { bootMachine } from './machine.mjs'
import { CannotTry, debian, packInto, requireTools } from './tools.mjs'

/** What Debian's installer adds to what is essential, as far as the page uses it. */
const bare = ['systemd-sysv', 'dbus', 'adduser', 'ca-certificates']

/**
 * Follows docs/install.md on a bare Debian 13 with its systemd, line by line: as root, and without. What it changes: the
 * address of npm's registry and its certificates, where this machine has others. @returns whether both led to the end
 */
export async function tryInstall(args) {
  const strange = args.find((each) => !['--root', '--user'].includes(each))
  if (strange !== undefined) throw new CannotTry(`There is no option ${strange}.`)
  requireTools({
    '/usr/bin/mmdebstrap': 'mmdebstrap',
    '/usr/bin/unshare': 'util-linux',
    '/usr/bin/nsenter': 'util-linux',
  })
  // The machine has this one's network.
  for (const port of [4000, 5432]) await refuseTaken(port)
  const tar = await debian('bare', bare)
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-try-'))
  const verdicts = []
  try {
    const tarball = await packInto(dir)
    if (!args.includes('--user')) verdicts.push(await asRoot(tar, tarball))
    if (!args.includes('--root')) verdicts.push(...(await withoutRoot(tar, tarball)))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
  console.log('')
  for (const { what, isDone } of verdicts) console.log(`${isDone ? 'ok    ' : 'FAILED'}  ${what}`)
  return verdicts.every(({ isDone }) => isDone)
}

async function asRoot(tar, tarball) {
  const what = 'docs/install.md as root, from a bare Debian 13 to the first sale'
  const machine = await bootMachine(tar)
  try {
    await copyFile(tarball, path.join(machine.files, 'root', path.basename(tarball)))
    const { code, said } = await machine.run(await blocksOf('sh'))
    const isSold = /"folio": "A-000001",\s+"totalCentavos": 3600/.test(said)
    // The unit is not only started: systemd stops and starts it as it says there.
    const again = await machine.run(
      'systemctl restart mostrador; systemctl is-active mostrador; timeout 120 sh -c "until curl --silent --fail http://127.0.0.1:4000/readyz; do sleep 1; done"\n',
    )
    return { what, isDone: code === 0 && isSold && again.code === 0 }
  } finally {
    await machine.remove()
  }
}

async function withoutRoot(tar, tarball) {
  const machine = await bootMachine(tar)
  const verdicts = []
  try {
    // What the page says that somebody else has done.
    const before = await machine.run(`
      apt-get update
      apt-get install -y --no-install-recommends nodejs npm postgresql curl
      adduser --disabled-password --gecos '' lupita
      echo "create role mostrador_admin login createrole createdb password 'PASSWORD'" | runuser -u postgres -- psql
    `)
    if (before.code !== 0) throw new Error('The machine could not be prepared.')
    const home = path.join(machine.files, 'home/lupita')
    const own = path.join(home, path.basename(tarball))
    await copyFile(tarball, own)
    const demo = await machine.run(
      withProbe('npx --yes --package ./mostrador-*.tgz mostrador demo', 'is open at http'),
      'lupita',
    )
    verdicts.push({ what: 'npx mostrador demo, without root', isDone: demo.code === 0 })
    const lines = (await blocksOf('bash')).trim().split('\n')
    const serve = lines.pop()
    const { code } = await machine.run(
      `${lines.join('\n')}\n${withProbe(serve, 'Create the first administrator')}`,
      'lupita',
    )
    verdicts.push({
      what: 'docs/install.md without root, to the link for the first administrator',
      isDone: code === 0,
    })
  } finally {
    await machine.remove()
  }
  return verdicts
}

/** Starts a server, waits for its words and for its page, and stops it. */
function withProbe(command, words) {
  return `
setsid sh -euc '${command}' > said 2>&1 &
until grep '${words}' said; do kill -0 $! || { cat said; exit 1; }; sleep 1; done
curl --silent --fail --header 'accept: text/html' http://127.0.0.1:4000/caja | grep -o '<div id="root">'
kill -TERM -$!
wait $! || true
`
}

/** The commands of the page, in order. @param {'sh' | 'bash'} kind as root, or without */
async function blocksOf(kind) {
  const page = await readFile(path.join(root, 'docs/install.md'), 'utf8')
  return [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))]
    .map(([, text]) => text)
    .join('')
}

async function refuseTaken(port) {
  const server = createServer()
  await new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new CannotTry(`Port ${port} is taken on this machine: free it, and try again.`)),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
