import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const unit = path.resolve(import.meta.dirname, '../../deploy/mostrador.service')
const analyze = '/usr/bin/systemd-analyze'
const isHere = existsSync(analyze)

describe.runIf(isHere)(`the systemd unit${isHere ? '' : ' (not installed: apt-get install systemd)'}`, () => {
  test('is understood by systemd, without a warning', async () => {
    const { stdout, stderr } = await promisify(execFile)(analyze, ['verify', unit])
    expect(stdout + stderr).toBe('')
  })

  test('is confined: systemd rates its exposure at 2 of 10 or less', async () => {
    const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit]
    await expect(promisify(execFile)(analyze, args)).resolves.toBeDefined()
  })
})

test('the systemd unit waits longer for a stop than the server takes, and asks as the server expects', async () => {
  const [text, signals] = await Promise.all([
    readFile(unit, 'utf8'),
    readFile(path.resolve(import.meta.dirname, '../src/commands/signals.ts'), 'utf8'),
  ])
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])
  const patienceMs = Number(/patienceMs = ([\d_]+)/.exec(signals)?.[1]?.replaceAll('_', ''))
  expect(stopSeconds * 1000).toBeGreaterThan(patienceMs)
  expect(text).toMatch(/^KillSignal=SIGTERM$/m)
  expect(text).toMatch(/^Restart=always$/m)
  expect(text).toMatch(/^User=mostrador$/m)
})
