import { describe, expect, test } from 'vitest'
import { branchesOf, chainOf, leads, nameOf, segmentAt, segmentBefore, segmentOf } from './wal.ts'

const size = 16 * 1024 * 1024

test('segments are named as PostgreSQL names them', () => {
  expect(nameOf({ timeline: 1, no: segmentAt('0/3000028', size) }, size)).toBe('000000010000000000000003')
  expect(nameOf({ timeline: 26, no: segmentAt('1/2000000', size) }, size)).toBe('0000001A0000000100000002')
  expect(nameOf({ timeline: 1, no: 255n }, size)).toBe('0000000100000000000000FF')
  expect(nameOf({ timeline: 1, no: 256n }, size)).toBe('000000010000000100000000')
  expect(segmentOf('0000001A0000000100000002', size)).toEqual({ timeline: 26, no: 258n })
})

test('the last byte before a boundary belongs to the segment before it', () => {
  expect(segmentBefore('0/4000000', size)).toBe(3n)
  expect(segmentAt('0/4000000', size)).toBe(4n)
})

test('a segment with nothing but its header has no record yet', () => {
  expect(segmentBefore('0/4000028', size)).toBe(3n)
  expect(segmentBefore('0/4000029', size)).toBe(4n)
})

describe('the chain of WAL', () => {
  const named = (timeline: number, ...nos: bigint[]) => nos.map((no) => nameOf({ timeline, no }, size))

  test('ends at the last segment, and names the first that is missing before it', () => {
    const branches = branchesOf(1, undefined, size)
    const whole = new Set(named(1, 3n, 4n, 5n))
    expect(chainOf(whole, branches, 3n, size)).toEqual({ names: named(1, 3n, 4n, 5n), gap: undefined })
    const broken = new Set(named(1, 3n, 5n))
    expect(chainOf(broken, branches, 3n, size)).toEqual({ names: named(1, 3n), gap: named(1, 4n)[0] })
  })

  test('follows a restore to its timeline, and ignores what the timeline before wrote after it', () => {
    const branches = branchesOf(2, '1\t0/5001000\tno recovery target specified\n', size)
    expect(branches).toEqual([
      { timeline: 1, from: 0n, until: 5n, leftAt: 0x5001000n },
      { timeline: 2, from: 5n, until: undefined, leftAt: undefined },
    ])
    const archived = new Set([...named(1, 3n, 4n, 5n, 6n, 7n), ...named(2, 5n, 6n)])
    // Segment 7 was written by the server that the restore has replaced.
    expect(chainOf(archived, branches, 3n, size).names).toEqual([...named(1, 3n, 4n), ...named(2, 5n, 6n)])
  })

  test('has a gap when the first segment after a switch is missing, although the one before has a copy', () => {
    const branches = branchesOf(2, '1\t0/5001000\tno recovery target specified\n', size)
    const archived = new Set([...named(1, 3n, 4n, 5n), ...named(2, 6n)])
    expect(chainOf(archived, branches, 3n, size)).toEqual({ names: named(1, 3n, 4n), gap: named(2, 5n)[0] })
  })
})

describe('a backup', () => {
  const ofFirst = (stopLsn: string) => ({ timeline: 1, stopLsn })

  test('leads to a timeline that left its own one after it, and not to one that left before its end', () => {
    const branches = branchesOf(2, '1\t0/5001000\tbefore 2026-11-23 02:00:00+00\n', size)
    expect(leads(ofFirst('0/5001000'), branches)).toBe(true)
    // In the same segment as the switch, and behind it.
    expect(leads(ofFirst('0/5001001'), branches)).toBe(false)
    expect(leads(ofFirst('0/5001001'), branchesOf(1, undefined, size))).toBe(true)
    expect(leads({ timeline: 2, stopLsn: '0/9000000' }, branches)).toBe(true)
    expect(leads({ timeline: 3, stopLsn: '0/3000000' }, branches)).toBe(false)
  })

  test('is left behind too by a later restore to a moment before the earlier one', () => {
    // PostgreSQL writes the second switch, although timeline 2 began after that place.
    const branches = branchesOf(3, '1\t0/7001000\tbefore …\n\n2\t0/5001000\tbefore …\n', size)
    expect(leads(ofFirst('0/5000100'), branches)).toBe(true)
    expect(leads(ofFirst('0/6000100'), branches)).toBe(false)
    expect(branches.map(({ until }) => until)).toEqual([5n, 5n, undefined])
  })
})
