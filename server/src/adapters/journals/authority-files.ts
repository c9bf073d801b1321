import { readdir } from 'node:fs/promises'
import path from 'node:path'
import {
  type AuthorityEvent,
  hashOfLine,
  JournalFault,
  type JournalFile,
  type JournalLine,
  type JournalOpening,
  type JournalPosition,
  textOfLine,
} from '../../audit/authority/journal.ts'
import type { SealSigner } from '../../audit/log/sealing.ts'
import { firstLineOf, lastLineOf, linesOf } from './lines.ts'

export const journalExtension = '.authority.jsonl'
/** Acts that are given at a time. */
const actsAtOnce = 1_000

interface SeenFile extends JournalFile {
  readonly publicKey: string
}

/**
 * The files of a folder, by their first and last lines: a signature is of all lines before it, and each line names the one
 * before it, so the last stands for the file.
 *
 * @throws JournalFault
 */
export async function filesOf(
  dir: string,
  signer: SealSigner,
): Promise<{ files: readonly JournalFile[]; unvouched: boolean }> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new JournalFault(`The authority journal in ${dir} cannot be read: ${error.message}`, {
      cause: error,
    })
  })
  const files: SeenFile[] = []
  for (const name of names.filter((each) => each.endsWith(journalExtension)).sort()) {
    const found = await fileBetween(dir, name, signer)
    if (found !== undefined) files.push(found)
  }
  const vouched = new Map(
    files
      .filter(({ publicKey }) => signer.knows(publicKey))
      .flatMap(({ opening }) => opening ?? [])
      // The last one counts: another process went on writing between two of them.
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .flatMap(({ others }) => Object.entries(others)),
  )
  const isVouched = ({ position }: SeenFile) => vouched.get(position.file) === position.head
  const strange = files.find((file) => !signer.knows(file.publicKey) && !isVouched(file))
  if (strange !== undefined)
    throw new JournalFault(
      `${path.join(dir, strange.position.file)} was signed with a key that is neither MOSTRADOR_KEY nor in MOSTRADOR_OLD_KEYS, and no later file vouches for it.`,
    )
  return {
    files,
    unvouched: files.some((file) => file.publicKey !== signer.publicKey && !isVouched(file)),
  }
}

/** Undefined: a file without a whole line, of a process that died while it wrote its first. */
async function fileBetween(dir: string, name: string, signer: SealSigner): Promise<SeenFile | undefined> {
  const place = path.join(dir, name)
  const unreadable = unreadableAt(place)
  const first = await firstLineOf(place).catch(unreadable)
  const last = await lastLineOf(place).catch(unreadable)
  if (last === undefined || first === undefined) return undefined
  const [begin, end] = [parsed(first), parsed(last)]
  const isSigned = (line: JournalLine) =>
    signer.verifies(textOfLine(line), Buffer.from(line.signature, 'hex'), line.publicKey)
  // One process writes a file, with one key.
  const isFirst = begin?.no === 1 && begin.previous === '' && begin.publicKey === end?.publicKey
  if (begin === undefined || end === undefined || !isFirst || !isSigned(begin) || !isSigned(end))
    return refuseAltered(place, end?.no ?? 1)
  return {
    position: { file: name, lineCount: end.no, head: hashOfLine(end) },
    opening: openingOf(begin),
    publicKey: end.publicKey,
  }
}

function openingOf({ body }: JournalLine): JournalOpening | undefined {
  return body.kind === 'opened' ? body : undefined
}

/** Refuses a file whose first or last line is not as it was written. @throws JournalFault naming the line that was altered */
async function refuseAltered(place: string, signed: number): Promise<never> {
  for await (const _ of chained(place));
  throw altered(`${place}:${signed}`)
}

/** The acts of a file up to this position, in its order. @throws JournalFault */
export async function* actsOf(
  dir: string,
  { file, lineCount, head }: JournalPosition,
): AsyncGenerator<readonly AuthorityEvent[]> {
  const place = path.join(dir, file)
  let acts: AuthorityEvent[] = []
  for await (const { line, hash } of chained(place)) {
    if (line.body.kind === 'act') acts.push(line.body.event)
    const isLast = line.no === lineCount
    if (isLast && hash !== head) break
    if (isLast || acts.length === actsAtOnce) {
      yield acts
      acts = []
    }
    if (isLast) return
  }
  throw altered(`${place}:${lineCount}`)
}

/** The lines of a file, each checked against the one before it. @throws JournalFault */
async function* chained(place: string): AsyncGenerator<{ line: JournalLine; hash: string }> {
  let [no, hash] = [0, '']
  try {
    for await (const text of linesOf(place)) {
      const line = parsed(text)
      no++
      if (line === undefined || line.no !== no || line.previous !== hash) throw altered(`${place}:${no}`)
      hash = hashOfLine(line)
      yield { line, hash }
    }
  } catch (error) {
    throw error instanceof JournalFault ? error : unreadableAt(place)(error as Error)
  }
}

/** @returns what throws a JournalFault for an error of the file system */
function unreadableAt(place: string): (error: Error) => never {
  return (error) => {
    throw new JournalFault(`${place} cannot be read: ${error.message}`, { cause: error })
  }
}

function altered(place: string): JournalFault {
  return new JournalFault(
    `${place} was altered. Put the file back from a copy; authority that was taken away since may be alive until then.`,
  )
}

function parsed(text: string): JournalLine | undefined {
  try {
    const line = JSON.parse(text) as JournalLine
    const { no, previous, body, publicKey, signature } = line
    const isWhole =
      typeof no === 'number' &&
      typeof previous === 'string' &&
      typeof publicKey === 'string' &&
      typeof signature === 'string' &&
      (body?.kind === 'act' || body?.kind === 'opened')
    return isWhole ? line : undefined
  } catch {
    return undefined
  }
}
