/** PostgreSQL's names of WAL, which of it a recovery needs, and who wrote it. */
import type { Content } from './store.ts'

/** A whole segment; what else is archived: `00000002.history`, `….partial`, `….backup`. */
const segmentName = /^[0-9A-F]{24}$/
const historyOf = /^[0-9A-F]{8}\.history$/
const archivedName = /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

export const isSegment = (name: string): boolean => segmentName.test(name)
export const isHistory = (name: string): boolean => historyOf.test(name)
/** Whether PostgreSQL's archiver made it; its unfinished copies have other names. */
export const isArchived = (name: string): boolean => archivedName.test(name)

export interface Segment {
  readonly timeline: number
  /** Counts the segments since the cluster was made. */
  readonly no: bigint
}

/** @param lsn such as `0/3000028` */
function lsnOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * What a segment begins with, before its first record (XLogLongPageHeaderData). After a switch the end of WAL is behind
 * it, although the segment is empty, is not archived, and cannot be switched either.
 */
const headerBytes = 40n

/** The segment with the last record before `lsn`: the last one that a recovery up to it reads. */
export function segmentBefore(lsn: string, segmentBytes: number): bigint {
  return (lsnOf(lsn) - headerBytes - 1n) / BigInt(segmentBytes)
}

export function segmentAt(lsn: string, segmentBytes: number): bigint {
  return lsnOf(lsn) / BigInt(segmentBytes)
}

const perFile = (segmentBytes: number): bigint => 0x1_0000_0000n / BigInt(segmentBytes)

export function nameOf({ timeline, no }: Segment, segmentBytes: number): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(no / perFile(segmentBytes)) + hex(no % perFile(segmentBytes))
}

export function segmentOf(name: string, segmentBytes: number): Segment {
  const part = (from: number) => BigInt(`0x${name.slice(from, from + 8)}`)
  return { timeline: Number(part(0)), no: part(8) * perFile(segmentBytes) + part(16) }
}

/** The timeline of anything that is archived. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

/** The highest timeline of these; each restore begins one. */
export const newestOf = (names: readonly string[]): number =>
  names.map(timelineOf).reduce((most, each) => Math.max(most, each), 1)

export const historyName = (timeline: number): string =>
  `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`

/** A timeline, and where it left the one before it. */
export interface Branch {
  readonly timeline: number
  /** Its first segment, which begins with a copy of what the one before had written of it until the switch. */
  readonly from: bigint
  /** The last one that counts: what it wrote later was left behind. Undefined: all do. */
  readonly until: bigint | undefined
  /** The byte of WAL at which it was left; undefined: it was not. */
  readonly leftAt: bigint | undefined
}

/**
 * The timelines that lead to one, oldest first, from its history file (`parent, switch point, reason`).
 *
 * @param history the text of the file; undefined for the first timeline, which has none
 */
export function branchesOf(timeline: number, history: string | undefined, segmentBytes: number): Branch[] {
  const parents = (history ?? '')
    .split('\n')
    .map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line))
    .filter((found) => found !== null)
    .map(([, parent, at]) => ({ timeline: Number(parent), at: lsnOf(at as string) }))
  const bytes = BigInt(segmentBytes)
  return [...parents.map((each) => each.timeline), timeline].map((each, place) => {
    // A restore to a moment before an earlier one leaves the older timelines there too, although it follows the newest.
    const [leftAt] = parents
      .slice(place)
      .map(({ at }) => at)
      .sort((a, b) => (a < b ? -1 : 1))
    return {
      timeline: each,
      from: (parents[place - 1]?.at ?? 0n) / bytes,
      until: leftAt && (leftAt - 1n) / bytes,
      leftAt,
    }
  })
}

/** Whether a recovery can go from a backup to the end of these: no restore has left the backup behind. */
export const leads = (
  { timeline, stopLsn }: { readonly timeline: number; readonly stopLsn: string },
  branches: readonly Branch[],
): boolean =>
  branches.some(
    (each) => each.timeline === timeline && (each.leftAt === undefined || lsnOf(stopLsn) <= each.leftAt),
  )

/** The WAL from one segment on, as far as it is there without a gap. */
export interface Chain {
  /** In order: what a recovery reads. */
  readonly names: readonly string[]
  /** The first that is missing although later ones are there; undefined: no gap. */
  readonly gap: string | undefined
}

export function chainOf(
  names: ReadonlySet<string>,
  branches: readonly Branch[],
  start: bigint,
  segmentBytes: number,
): Chain {
  const last = [...names]
    .filter(isSegment)
    .map((name) => segmentOf(name, segmentBytes))
    .filter(({ timeline, no }) => branches.some((each) => each.timeline === timeline && counts(each, no)))
    .reduce((most, { no }) => (no > most ? no : most), -1n)
  const found: string[] = []
  for (let no = start; no <= last; no++) {
    // At a switch both have the segment. Only in the newer one does the history go on.
    const owner = branches.findLast((each) => counts(each, no))
    const name = owner && nameOf({ timeline: owner.timeline, no }, segmentBytes)
    if (name === undefined || !names.has(name)) return { names: found, gap: name }
    found.push(name)
  }
  return { names: found, gap: undefined }
}

const counts = ({ from, until }: Branch, no: bigint): boolean =>
  from <= no && (until === undefined || no <= until)

/** The cluster that wrote a segment, from its first page (xlp_sysid in XLogLongPageHeaderData). */
export function writerOf(firstPage: Buffer): string {
  return firstPage.readBigUInt64LE(24).toString()
}

/** Reads all of it. @returns its size, and the cluster that wrote it if it is WAL */
export async function measured(content: Content): Promise<{ bytes: number; writer: string }> {
  let bytes = 0
  let head = Buffer.alloc(0)
  for await (const chunk of content) {
    bytes += chunk.length
    if (head.length < 32) head = Buffer.concat([head, chunk]).subarray(0, 32)
  }
  return { bytes, writer: head.length < 32 ? '' : writerOf(head) }
}
