import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import {
  type AuthorityEvent,
  type AuthorityJournal,
  hashOfLine,
  type JournalBody,
  type JournalContents,
  JournalFault,
  type JournalLine,
  type JournalOpening,
  type JournalPosition,
  textOfLine,
} from '../../audit/authority/journal.ts'
import type { SealSigner } from '../../audit/log/sealing.ts'
import type { Clock } from '../clock/clock.ts'

interface FolderOptions {
  readonly dir: string
  /** Part of the names of this process's files. */
  readonly node: string
  readonly signer: SealSigner
  readonly clock: Clock
}

/**
 * The authority journal as a folder: one file of JSON lines per process, which only that process appends to, so
 * that no lock is needed between processes and no line can be torn by another. Acts of requests that arrive
 * together share one sync.
 */
export function authorityFolder({ dir, node, signer, clock }: FolderOptions): AuthorityJournal {
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
    const { positions } = await readFolder(dir, signer)
    const others = Object.fromEntries(positions.map(({ file: name, head }) => [name, head]))
    return {
      file: await createFile(dir, node),
      first: [{ ...opening, at: clock.now().toISOString(), others }],
    }
  }
  const write = async (bodies: readonly JournalBody[]): Promise<JournalPosition> => {
    try {
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
        const { openings, positions, unvouched } = await readFolder(dir, signer)
        const isNew = latestOf(openings)?.identity !== database.identity
        if (file !== undefined && isNew) {
          await file.close()
          file = undefined
        }
        if (isNew || unvouched || positions.length === 0) await write([])
      }),
    ready: () => (failure === undefined ? Promise.resolve() : inTurn(async () => void (await write([])))),
    read: () => inTurn(() => readFolder(dir, signer)),
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
  const name = `${node.replaceAll(/[^\w.-]/g, '_')}-${uuid()}${extension}`
  const handle: FileHandle = await open(path.join(dir, name), 'ax', 0o600)
  await syncFolder(dir)
  let [lineCount, head] = [0, '']
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
      await handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      await handle.datasync()
      const final = lines.at(-1)
      if (final !== undefined) [lineCount, head] = [final.no, hashOfLine(final)]
    },
    position: (): JournalPosition => ({ file: name, lineCount, head }),
    close: () => handle.close(),
  }
}

const extension = '.authority.jsonl'

/** A file's name is durable only when its folder is. */
async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface ReadFile {
  readonly position: JournalPosition
  readonly lines: readonly JournalLine[]
  readonly isOurs: boolean
}

/** @throws JournalFault */
async function readFolder(
  dir: string,
  signer: SealSigner,
): Promise<JournalContents & { readonly unvouched: boolean }> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new JournalFault(`The authority journal in ${dir} cannot be read: ${error.message}`, {
      cause: error,
    })
  })
  const files: ReadFile[] = []
  for (const name of names.filter((each) => each.endsWith(extension)).sort()) {
    const read = await readJournalFile(dir, name, signer)
    if (read !== undefined) files.push(read)
  }
  const bodies = files.flatMap(({ lines }) => lines.map(({ body }) => body))
  const openings = bodies.filter((body) => body.kind === 'opened')
  const vouched = new Map(
    files
      .filter(({ isOurs }) => isOurs)
      .flatMap(({ lines }) => lines)
      .flatMap(({ body }) => (body.kind === 'opened' ? Object.entries(body.others) : [])),
  )
  const strange = files.find(
    ({ isOurs, position }) => !isOurs && vouched.get(position.file) !== position.head,
  )
  if (strange !== undefined)
    throw new JournalFault(
      `${path.join(dir, strange.position.file)} was signed with a key that is neither MOSTRADOR_KEY nor in MOSTRADOR_OLD_KEYS, and no later file vouches for it.`,
    )
  const events = new Map(
    bodies.flatMap((body) => (body.kind === 'act' ? [[body.event.id, body.event] as const] : [])),
  )
  return {
    openings,
    events: [...events.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    positions: files.map(({ position }) => position),
    unvouched: files.some(
      ({ lines, position }) =>
        lines.at(-1)?.publicKey !== signer.publicKey && vouched.get(position.file) !== position.head,
    ),
  }
}

/** Undefined: a file without a whole line, of a process that died while it wrote its first. */
async function readJournalFile(dir: string, name: string, signer: SealSigner): Promise<ReadFile | undefined> {
  const place = path.join(dir, name)
  const text = await readFile(place, 'utf8').catch((error: Error) => {
    throw new JournalFault(`${place} cannot be read: ${error.message}`, { cause: error })
  })
  // Text after the last line break was being written when the process died; nobody had an answer to it.
  const written = text.split('\n').slice(0, -1)
  let head = ''
  const lines = written.map((each, at) => {
    const line = parsed(each)
    if (line === undefined || line.no !== at + 1 || line.previous !== head)
      throw altered(`${place}:${at + 1}`)
    head = hashOfLine(line)
    return line
  })
  const final = lines.at(-1)
  if (final === undefined) return undefined
  // Each line vouches for those before it.
  if (!signer.verifies(textOfLine(final), Buffer.from(final.signature, 'hex'), final.publicKey))
    throw altered(`${place}:${final.no}`)
  return { position: { file: name, lineCount: final.no, head }, lines, isOurs: signer.knows(final.publicKey) }
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
