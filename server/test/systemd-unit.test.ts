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

test('the systemd unit and the container wait longer for a stop than the server may take, and ask as it expects', async () => {
  const here = (name: string) => readFile(path.resolve(import.meta.dirname, name), 'utf8')
  const [text, compose, signals, config] = await Promise.all(
    [
      '../../deploy/mostrador.service',
      '../../deploy/compose.yaml',
      '../src/commands/signals.ts',
      '../src/config.ts',
    ].map(here),
  )
  const number = (pattern: RegExp, of = '') => Number(pattern.exec(of)?.[1]?.replaceAll('_', ''))
  const patienceSeconds = number(/patienceMs = ([\d_]+)/, signals) / 1_000
  const drainSeconds = number(/MOSTRADOR_DRAIN_SECONDS: Type\.Integer\(\{[^}]*maximum: (\d+)/, config)
  expect(number(/^TimeoutStopSec=(\d+)$/m, text)).toBeGreaterThan(drainSeconds + patienceSeconds)
  expect(number(/^ {4}stop_grace_period: (\d+)s$/m, compose)).toBeGreaterThan(drainSeconds + patienceSeconds)
  expect(text).toMatch(/^KillSignal=SIGTERM$/m)
  expect(text).toMatch(/^Restart=always$/m)
  expect(text).toMatch(/^User=mostrador$/m)
})
