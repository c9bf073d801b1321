import { type FileHandle, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import {
  type AuthorityEvent,
  type AuthorityJournal,
  hashOfLine,
  type JournalBody,
  JournalFault,
  type JournalLine,
  type JournalOpening,
  type JournalPosition,
  textOfLine,
} from '../../audit/authority/journal.ts'
import type { SealSigner } from '../../audit/log/sealing.ts'
import type { Clock } from '../clock/clock.ts'
import { actsOf, filesOf, journalExtension } from './authority-files.ts'

interface FolderOptions {
  readonly dir: string
  /** Part of the names of this process's files. */
  readonly node: string
  readonly signer: SealSigner
  readonly clock: Clock
  /** A file of this length is not continued: a start reads the last one of each process whole, and an old one can be archived. */
  readonly fullBytes?: number
}

/**
 * The authority journal as a folder: files of JSON lines, one after the other by each process, which only that process
 * appends to, so that no lock is needed between processes and no line can be torn by another. Acts of requests that arrive
 * together share one sync.
 */
export function authorityFolder(options: FolderOptions): AuthorityJournal {
  const { dir, node, signer, clock, fullBytes = 50_000_000 } = options
  let file: WritableFile | undefined
  let failure: string | undefined
  let opening: Omit<JournalOpening, 'at' | 'others'> | undefined
  /** Writes one after the other. */
  let last: Promise<unknown> = Promise.resolve()
  /** Acts that share the next write. */
  let waiting: { readonly events: AuthorityEvent[]; readonly done: Promise<JournalPosition> } | undefined

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work)
    last = result.catch(() => {})
    return result
  }

  /** A new file first says which database it is about, and how far the others reach. */
  const newFile = async (): Promise<{ file: WritableFile; first: JournalBody[] }> => {
    if (opening === undefined) return { file: await createFile(dir, node), first: [] }
    const { files } = await filesOf(dir, signer)
    const others = Object.fromEntries(files.map(({ position }) => [position.file, position.head]))
    return {
      file: await createFile(dir, node),
      first: [{ ...opening, at: clock.now().toISOString(), others }],
    }
  }
  const write = async (bodies: readonly JournalBody[]): Promise<JournalPosition> => {
    try {
      if (file !== undefined && file.bytes() >= fullBytes) {
        await file.close()
        file = undefined
      }
      const made = file === undefined ? await newFile() : { file, first: [] }
      file = made.file
      await file.append(file.chained([...made.first, ...bodies], signer))
      failure = undefined
      return file.position()
    } catch (error) {
      // What is in this file after its last good line is not known: the next attempt starts another one.
      await file?.close().catch(() => {})
      file = undefined
      failure = `The authority journal in ${dir} cannot be written: ${(error as Error).message}`
      throw new JournalFault(failure, { cause: error })
    }
  }

  return {
    append(events) {
      if (waiting === undefined) {
        const gathered: AuthorityEvent[] = []
        const done = inTurn(() => {
          waiting = undefined
          return write(gathered.map((event) => ({ kind: 'act', event })))
        })
        waiting = { events: gathered, done }
      }
      waiting.events.push(...events)
      return waiting.done
    },
    open: (database) =>
      inTurn(async () => {
        opening = { kind: 'opened', node, ...database }
        const { files, unvouched } = await filesOf(dir, signer)
        const openings = files.flatMap((each) => each.opening ?? [])
        const isNew = latestOf(openings)?.identity !== database.identity
        if (file !== undefined && isNew) {
          await file.close()
          file = undefined
        }
        if (isNew || unvouched || files.length === 0) await write([])
      }),
    ready: () => (failure === undefined ? Promise.resolve() : inTurn(async () => void (await write([])))),
    files: () => inTurn(async () => (await filesOf(dir, signer)).files),
    acts: (position) => actsOf(dir, position),
    fault: () => failure,
    close: () =>
      inTurn(async () => {
        await file?.close()
        file = undefined
      }),
  }
}

/** The opening that was written last. */
function latestOf(openings: readonly JournalOpening[]): JournalOpening | undefined {
  return openings.reduce<JournalOpening | undefined>(
    (latest, each) => (latest === undefined || each.at >= latest.at ? each : latest),
    undefined,
  )
}

type WritableFile = Awaited<ReturnType<typeof createFile>>

async function createFile(dir: string, node: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const name = `${node.replaceAll(/[^\w.-]/g, '_')}-${uuid()}${journalExtension}`
  const handle: FileHandle = await open(path.join(dir, name), 'ax', 0o600)
  await syncFolder(dir)
  let [lineCount, head, bytes] = [0, '', 0]
  return {
    chained(bodies: readonly JournalBody[], signer: SealSigner): JournalLine[] {
      let [no, previous] = [lineCount, head]
      return bodies.map((body) => {
        const unsigned = { no: ++no, previous, body, publicKey: signer.publicKey }
        previous = hashOfLine(unsigned)
        return { ...unsigned, signature: signer.sign(textOfLine(unsigned)).toString('hex') }
      })
    },
    async append(lines: readonly JournalLine[]) {
      const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      await handle.appendFile(text)
      await handle.datasync()
      bytes += text.length
      const final = lines.at(-1)
      if (final !== undefined) [lineCount, head] = [final.no, hashOfLine(final)]
    },
    bytes: () => bytes,
    position: (): JournalPosition => ({ file: name, lineCount, head }),
    close: () => handle.close(),
  }
}

/** A file's name is durable only when its folder is. */
async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
