import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { airtime, everyProduct } from '../../test/aggregator.contract.ts'
import { HandClock } from '../../test/hand-clock.ts'
import { killProgram, startProgram } from '../../test/programs.ts'
import { sandboxAggregator } from '../adapters/aggregator/sandbox.ts'
import { fileJournal, type JournalEntry, JournalFault } from './journal.ts'
import { JournalInUse } from './journal-lock.ts'

let dir: string
const path = () => join(dir, 'simulator.jsonl')
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mostrador-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const deposit = (amountCentavos: number): JournalEntry => {
  return { kind: 'deposited', at: '2026-03-24T20:05:05.883Z', amountCentavos }
}

describe('a journal in a file', () => {
  test('returns earlier entries after reopening, and continues', () => {
    const first = fileJournal(dir)
    first.append([deposit(1), deposit(2)])
    first.close()
    const second = fileJournal(dir)
    second.append([deposit(3)])
    expect(second.read()).toEqual([deposit(1), deposit(2), deposit(3)])
    second.close()
  })

  test('has written each entry before it returns, also with a sync per write', () => {
    const journal = fileJournal(dir, true)
    journal.append([deposit(1)])
    expect(readFileSync(path(), 'utf8')).toBe(`${JSON.stringify(deposit(1))}\n`)
    journal.close()
  })

  test('drops a torn last line, at any byte, and nothing else', () => {
    const journal = fileJournal(dir)
    journal.append([deposit(1), deposit(2)])
    journal.close()
    const whole = readFileSync(path())
    const firstLine = whole.indexOf('\n') + 1
    for (let size = firstLine; size < whole.length; size++) {
      writeFileSync(path(), whole)
      truncateSync(path(), size)
      const torn = fileJournal(dir)
      expect(torn.read()).toEqual([deposit(1)])
      torn.append([deposit(3)])
      expect(torn.read()).toEqual([deposit(1), deposit(3)])
      torn.close()
    }
  })

  test('is refused when a line in the middle is damaged', () => {
    writeFileSync(path(), `${JSON.stringify(deposit(1))}\n{"kind":\n${JSON.stringify(deposit(2))}\n`)
    const journal = fileJournal(dir)
    expect(() => journal.read()).toThrow(JournalFault)
    expect(() => journal.read()).toThrow('Line 2')
    journal.close()
  })

  test('detects another writer', () => {
    const journal = fileJournal(dir)
    journal.append([deposit(1)])
    appendFileSync(path(), `${JSON.stringify(deposit(2))}\n`)
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2_000)
    expect(() => journal.append([deposit(3)])).toThrow('Another process wrote')
    later.mockRestore()
    journal.close()
  })

  test('accepts nothing after it is closed', () => {
    const journal = fileJournal(dir)
    journal.close()
    expect(() => journal.append([deposit(1)])).toThrow(JournalFault)
  })
})

describe('the lock of a journal', () => {
  test('keeps a second opener out until the first closes, and leaves no file behind', () => {
    const first = fileJournal(dir)
    expect(() => fileJournal(dir)).toThrow(JournalInUse)
    expect(() => fileJournal(dir)).toThrow(`in use by process ${process.pid}`)
    first.append([deposit(1)])
    first.close()
    fileJournal(dir).close()
    expect(readdirSync(dir)).toEqual(['simulator.jsonl'])
  })

  test('of a process whose pid was reused is ignored', () => {
    const stale = join(dir, 'simulator.lock-1-stale')
    const start = process.platform === 'linux' ? 'another boot' : null
    writeFileSync(stale, JSON.stringify({ pid: process.platform === 'linux' ? process.pid : 2 ** 30, start }))
    fileJournal(dir).close()
    expect(readdirSync(dir)).toEqual(['simulator.jsonl'])
  })
})

describe('a process that is killed while it sells', () => {
  test('has lost nothing that it answered, and its lock is ignored', async () => {
    const told: { externalId: string; kind: string }[] = []
    const child = startProgram(['--input-type=module', '-e', sellingForever], {
      cwd: import.meta.dirname,
      env: { SANDBOX_DIR: dir },
    })
    for await (const line of createInterface({ input: child.stdout })) {
      told.push(JSON.parse(line))
      if (told.length === 100) expect(() => fileJournal(dir)).toThrow(JournalInUse)
      if (told.length === 300) child.kill('SIGKILL')
    }
    await killProgram(child)

    const sandbox = sandboxAggregator({ dir })
    const last = new Map(told.map(({ externalId, kind }) => [externalId, kind]))
    expect(last.size).toBeGreaterThan(100)
    for (const [externalId, kind] of last) {
      const found = await sandbox.find({ externalId })
      // The last answer may have been lost on its way to us, but never on its way to the journal.
      expect(kind === 'held' ? ['held', 'completed'] : [kind]).toContain(found.kind)
    }
    await sandbox.close()
  })
})

/** Sells endlessly in its own process, and prints the answers. */
const sellingForever = `
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport('${import.meta.dirname}/../adapters/aggregator/sandbox.ts', { configFile: false })
  const sandbox = module.sandboxAggregator({ dir: process.env.SANDBOX_DIR })
  const tell = (externalId, { kind }) =>
    new Promise((done) => process.stdout.write(JSON.stringify({ externalId, kind }) + '\\n', done))
  for (let n = 0; ; n++) {
    const externalId = 'sale-' + n
    const order = { externalId, providerProductId: '6101100', kind: 'airtime', reference: '5512345678' }
    const held = await sandbox.hold({ ...order, amountCentavos: 10000n, isRanged: false, purchaserId: 'term-000123' })
    await tell(externalId, held)
    await tell(externalId, await sandbox.confirm(held))
  }
`

describe('a reopened sandbox', () => {
  test('settles pending transactions on time, with the same PIN and authorization', async () => {
    const clock = new HandClock()
    const before = sandboxAggregator({ dir, clock })
    const order = airtime(await everyProduct(before), '5512345201')
    const held = await before.hold(order)
    if (held.kind !== 'held') throw new Error(held.kind)
    expect(await before.confirm(held)).toMatchObject({ kind: 'accepted' })
    const balance = await before.balance()
    await before.close()

    clock.pass(19_999)
    const between = sandboxAggregator({ dir, clock })
    expect(await between.find(held)).toMatchObject({ kind: 'accepted' })
    expect(await between.balance()).toEqual(balance)
    clock.pass(1)
    const completed = await between.find(held)
    expect(completed).toMatchObject({ kind: 'completed', pin: { code: expect.any(String) } })
    await between.close()

    const after = sandboxAggregator({ dir, clock })
    expect(await after.find(held)).toEqual(completed)
    expect((await after.balance()).holdingCentavos).toBe(0n)
    expect(await after.hold(order)).toEqual(completed)
    await after.close()
  })
})
