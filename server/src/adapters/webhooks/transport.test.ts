import { createSocket, type Socket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type LookupFunction } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passTime } from '../../../test/pass-time.ts'
import { patient } from '../../../test/patience.ts'
import { internetLookup, NotResolved } from './internet-names.ts'
import { isPublicAddress } from './public-address.ts'
import { webhookTransport } from './transport.ts'

test.each([
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['189.203.1.1', true],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:7f00:1', false],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2001::1', false],
  ['2002:7f00:1::', false],
  ['2606:4700:4700::1111', true],
  ['localhost', false],
  ['', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

/** Names known to the test's resolver. */
const names: Record<string, string[]> = {
  'hooks.example.mx': ['8.8.8.8'],
  'inside.example.mx': ['10.0.0.7'],
  'both.example.mx': ['8.8.8.8', '127.0.0.1'],
  'mapped.example.mx': ['::ffff:127.0.0.1'],
  'dual.example.mx': ['8.8.8.8', '2606:4700:4700::1111'],
  'only6.example.mx': ['2606:4700:4700::1111'],
  'half.example.mx': ['8.8.8.8'],
}
const lookup: LookupFunction = (name, options, callback) => {
  const found = names[name]
  if (found === undefined) return callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), [])
  const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return options.all ? callback(null, addresses) : callback(null, addresses[0]?.address ?? '', 4)
}

const ports = [443]

describe('with the default configuration', () => {
  const transport = webhookTransport({ allowsPrivate: false, lookup, timeoutMs: 1_000 })
  afterAll(() => transport.close())

  const refused = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
  ].map((url): [string, string] => [url, 'not_public'])
  test.each<[string, string]>([
    ...refused,
    ['http://hooks.example.mx/', 'not_https'],
    ['ftp://hooks.example.mx/', 'not_https'],
    ['https://user:password@hooks.example.mx/', 'credentials_in_url'],
    ['https://hooks.example.mx/#part', 'credentials_in_url'],
    ['not a url', 'not_a_url'],
  ])('nothing is sent to %s: %s', async (url, fault) => {
    expect(await transport.refusalOf(url, ports)).toMatchObject({ fault })
    expect(await transport.post({ url, ports, headers: {}, body: '{}' })).toEqual({ error: fault })
  })

  test('a private name is refused like one that does not exist', async () => {
    const words = { fault: 'not_public', detail: 'The host has no public address.' }
    for (const name of ['inside', 'both', 'mapped', 'absent']) {
      expect(await transport.refusalOf(`https://${name}.example.mx/`, ports), name).toEqual(words)
    }
    expect(await transport.refusalOf('https://hooks.example.mx/', ports)).toBeUndefined()
  })

  test('only port 443, and the port that the platform allows, can be used', async () => {
    for (const url of ['https://8.8.8.8/x?y=z', 'https://8.8.8.8:443/x']) {
      expect(await transport.refusalOf(url, ports), url).toBeUndefined()
    }
    for (const url of [
      'https://8.8.8.8:8443/x',
      'https://hooks.example.mx:22/',
      'https://hooks.example.mx:5432/',
    ]) {
      const detail = 'Only port 443 is allowed.'
      expect(await transport.refusalOf(url, ports), url).toEqual({ fault: 'port_not_allowed', detail })
      const sent = await transport.post({ url, ports, headers: {}, body: '{}' })
      expect(sent, url).toEqual({ error: 'port_not_allowed' })
    }
    expect(await transport.refusalOf('https://8.8.8.8:8443/x', [443, 8443])).toBeUndefined()
    expect(await transport.refusalOf('https://8.8.8.8:22/x', [443, 8443])).toMatchObject({
      detail: 'Only ports 443 and 8443 are allowed.',
    })
  })

  test('a name that is no longer public is refused when the connection is made', async () => {
    names['moved.example.mx'] = ['8.8.8.8']
    expect(await transport.refusalOf('https://moved.example.mx/', ports)).toBeUndefined()
    names['moved.example.mx'] = ['127.0.0.1']
    expect(
      await transport.post({ url: 'https://moved.example.mx/', ports, headers: {}, body: '{}' }),
    ).toEqual({ error: 'not_public' })
  })
})

describe('with name servers of its own', () => {
  const running: Socket[] = []
  const nameServer = async () => {
    const server = createSocket('udp4')
    running.push(server)
    server.on('message', (query, { port, address }) => {
      const answer = answerTo(query)
      if (answer !== undefined) server.send(answer, port, address)
    })
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    return `127.0.0.1:${server.address().port}`
  }
  let servers: string[]
  let ofInternet: LookupFunction
  beforeAll(async () => {
    servers = [await nameServer(), await nameServer(), await nameServer()]
    ofInternet = internetLookup(servers.slice(0, 1), () => new Set([4, 6]))
  })
  afterAll(() => {
    for (const each of running) each.close()
  })
  const found = (name: string, lookup = ofInternet) =>
    new Promise<unknown>((resolve) => {
      lookup(name, { all: true }, (error, addresses) => resolve(error === null ? addresses : error))
    })
  const four: LookupAddress = { address: '8.8.8.8', family: 4 }
  const six: LookupAddress = { address: '2606:4700:4700::1111', family: 6 }

  test('a name has the addresses that they give, and is checked like any other', async () => {
    expect(await found('hooks.example.mx')).toEqual([four])
    expect(await found('dual.example.mx')).toEqual([four, six])
    expect(await found('absent.example.mx')).toBeInstanceOf(NotResolved)
    const transport = webhookTransport({ allowsPrivate: false, lookup: ofInternet })
    expect(await transport.refusalOf('https://hooks.example.mx/', ports)).toBeUndefined()
    for (const name of ['inside', 'both', 'absent'])
      expect(await transport.refusalOf(`https://${name}.example.mx/`, ports), name).toMatchObject({
        fault: 'not_public',
      })
    await transport.close()
  })

  test('a machine with one family tries no address of the other, unless a name has no others', async () => {
    const from = (family: number) => internetLookup(servers.slice(0, 1), () => new Set([family]))
    expect(await found('dual.example.mx', from(4))).toEqual([four])
    expect(await found('dual.example.mx', from(6))).toEqual([six])
    expect(await found('only6.example.mx', from(4))).toEqual([six])
  })

  test('names whose servers are silent are given up, and keep no other from being resolved', async () => {
    const silent = Array.from({ length: 20 }, (_, no) => found(`silent${no}.example.mx`))
    let isOver = false
    const all = Promise.all(silent).finally(() => {
      isOver = true
    })
    expect(await found('hooks.example.mx')).toHaveLength(1)
    expect(isOver).toBe(false)
    for (const each of await all) expect(each).toBeInstanceOf(NotResolved)
  })

  test('an address does not wait for those of the other family, whose query is not answered', async () => {
    const late = passTime(3_500, 'an answer that is waited for until all is given up').then(() => 'late')
    expect(await Promise.race([found('half.example.mx'), late])).toEqual([four])
  })

  test('several silent servers are given up before a connection would be', async () => {
    const late = passTime(8_000, 'three name servers that are asked one after the other').then(() => 'late')
    const silent = found('silent.example.mx', internetLookup(servers))
    expect(await Promise.race([silent, late])).toBeInstanceOf(NotResolved)
  })

  test.each([
    ['that do not listen', 'hooks.example.mx', () => ['127.0.0.1:1']],
    ['that fail', 'broken.example.mx', () => servers],
    ['that are silent', 'silent.example.mx', () => servers],
    ['that do not know it', 'absent.example.mx', () => servers],
  ])('a name is not found at name servers %s, which says nothing of the receiver', async (_, name, asked) => {
    const transport = webhookTransport({ allowsPrivate: false, lookup: internetLookup(asked()) })
    const sent = await transport.post({ url: `https://${name}/`, ports, headers: {}, body: '{}' })
    expect(sent).toEqual({ error: 'no_host' })
    await transport.close()
  })
})

/**
 * What a name server answers: the addresses of `names`, a failure for broken ones, nothing about silent ones and about the
 * IPv6 addresses of half ones, and of others that there are none.
 */
function answerTo(query: Buffer): Buffer | undefined {
  const end = query.indexOf(0, 12) + 5
  const name = query
    .subarray(13, end - 5)
    .toString('latin1')
    .replaceAll(/[^a-z0-9]/g, '.')
  const type = query.readUInt16BE(end - 4)
  if (name.startsWith('silent') || (name.startsWith('half') && type !== 1)) return undefined
  const known = names[name]
  const records = (known ?? [])
    .filter((address) => address.includes(':') === (type !== 1))
    .map((address) => {
      const bytes = bytesOf(address)
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
    })
  const code = name.startsWith('broken') ? 0x82 : known === undefined ? 0x83 : 0x80
  const header = Buffer.from([0, 0, 0x81, code, 0, 1, 0, records.length, 0, 0, 0, 0])
  query.copy(header, 0, 0, 2)
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** An IPv6 address of three groups, a gap and a last one, or an IPv4 address. */
function bytesOf(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const [before = '', after = ''] = address.split('::')
  const groups = [before.split(':'), after.split(':')].map((part) => part.map((each) => Number(`0x${each}`)))
  const [left = [], right = []] = groups
  const gap = Array<number>(8 - left.length - right.length).fill(0)
  return [...left, ...gap, ...right].flatMap((group) => [group >> 8, group & 0xff])
}

describe('with private addresses allowed', () => {
  const transport = webhookTransport({ allowsPrivate: true, timeoutMs: patient(200) })
  let server: Server
  let base: string
  const asked: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/moved') response.writeHead(307, { location: `${base}/elsewhere` }).end()
      else if (request.url === '/endless') {
        response.writeHead(200)
        // Stops with the connection: a write to a closed response calls back at once.
        const more = () =>
          response.write('x'.repeat(65_536), (error) => {
            if (!error) setImmediate(more)
          })
        more()
      } else if (request.url !== '/silent') response.writeHead(204).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await transport.close()
    server.closeAllConnections()
    server.close()
  })
  const post = (path: string) => transport.post({ url: base + path, ports, headers: {}, body: '{}' })

  test('a redirect is not followed', async () => {
    expect(await post('/moved')).toEqual({ status: 307 })
    expect(asked).not.toContain('/elsewhere')
  })
  test('a receiver that does not answer is timed out', async () => {
    expect(await post('/silent')).toEqual({ error: 'timeout' })
  })
  test('an endless answer is cut off', async () => {
    expect(await post('/endless')).toEqual({ status: 200 })
  })
  test('a refused connection is an outcome, too', async () => {
    const outcome = await transport.post({ url: 'http://127.0.0.1:1/', ports, headers: {}, body: '{}' })
    expect(outcome).toEqual({ error: 'connection_refused' })
  })
})

test('an address far away has more than a moment to take the connection', async () => {
  const awake = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(sleepingReceiver, { eval: true, workerData: awake })
  const [port] = (await once(worker, 'message')) as [number]
  // With these its queue is full: it answers a further one only when the system tries again, a second later.
  const others = [1, 2].map(() => connect(port, '127.0.0.1'))
  await Promise.all(others.map((each) => once(each, 'connect')))
  const transport = webhookTransport({
    allowsPrivate: true,
    lookup: (_name, _options, callback) => {
      setTimeout(() => {
        Atomics.store(awake, 0, 1)
        Atomics.notify(awake, 0)
      }, 100)
      // Nothing listens at the second one.
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ])
    },
  })
  try {
    const url = `http://far.example.mx:${port}/`
    expect(await transport.post({ url, ports, headers: {}, body: '{}' })).toEqual({ status: 204 })
  } finally {
    for (const each of others) each.destroy()
    await transport.close()
    await worker.terminate()
  }
})

/** Listens, and takes no connection before it is woken. */
const sleepingReceiver = `
  const { parentPort, workerData } = require('node:worker_threads')
  const server = require('node:http').createServer((_, response) => response.writeHead(204).end())
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })`
