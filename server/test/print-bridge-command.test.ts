import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'

import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCommand } from './command.ts'
import { patient } from './patience.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'print-bridge-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('mostrador print-bridge says where it listens and the code for tills, and prints for the page', async () => {
  const file = path.join(folder, 'code')
  const printer = path.join(folder, 'lp0')
  const { child, said } = startCommand(
    [
      'print-bridge',
      ...['--origin', 'https://tienda.example/caja', '--printer', `caja=${printer}`],
      ...['--port', '0', '--code', file],
    ],
    {},
  )
  await expect.poll(() => said.out, { timeout: patient(20_000) }).toMatch(/Pairing code/)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out)?.[0] ?? ''
  const code = (await readFile(file, 'utf8')).trim()
  expect(said.out).toContain(code)
  const answer = await fetch(`${url}/exchange?printer=caja`, {
    method: 'POST',
    headers: { origin: 'https://tienda.example', authorization: `Bearer ${code}` },
    body: 'Ticket\n',
  })
  expect(answer.status).toBe(200)
  expect(await readFile(printer, 'utf8')).toBe('Ticket\n')
  child.kill('SIGTERM')
})

test.each([
  [[], /--origin is missing/],
  [['--origin', 'https://tienda.example'], /--printer is missing/],
  [['--origin', 'tienda', '--printer', 'caja=tcp://1.2.3.4'], /write it as https/],
  [
    ['--origin', 'https://tienda.example', '--printer', 'caja=tcp://1.2.3.4', '--port', '70000'],
    /--port must be a number from 0 to 65535/,
  ],
])('mostrador print-bridge %j says what is missing or wrong', async (args, why) => {
  const { said, exit } = startCommand(['print-bridge', ...args], {})
  expect(await exit).toBe(1)
  expect(said.err).toMatch(why)
})

test.each([
  ['print-bridge', ['--origin', 'https://tienda.example', '--printer', 'caja=tcp://1.2.3.4'], '--port.'],
  ['simulator', [], '--port or --control-port.'],
])('mostrador %s names its own option when the port is taken', async (command, args, option) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const own = command === 'print-bridge' ? ['--code', path.join(folder, 'other-code')] : []
  const { said, exit } = startCommand([command, ...args, ...own, '--port', String(port)], {})
  expect(await exit).toBe(1)
  taken.close()
  expect(said.err).toContain(`Port ${port} at 127.0.0.1 is taken`)
  expect(said.err).toContain(`choose another port with ${option}`)
})
