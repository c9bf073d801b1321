import type pg from 'pg'
import { workersOf } from './workers.ts'

/** Listens to what the coordinator sends to the workers. */
export interface SentCommands {
  /**
   * What was sent while this ran, one list for each transaction on a worker. What a carried function asks where it is, is not
   * sent.
   */
  during(work: () => Promise<unknown>): Promise<string[][]>
  end(): Promise<void>
}

/** @param database which nobody has connected to yet, since connections of before write no log */
export async function sentCommands(database: string): Promise<SentCommands> {
  const workers = await workersOf(database)
  for (const worker of workers) await worker.query(`alter database ${database} set log_statement = 'all'`)
  const logs = () => Promise.all(workers.map(logOf))
  return {
    async during(work) {
      const before = await logs()
      await work()
      const after = await logs()
      return after.flatMap((log, no) => transactionsIn(log.slice(before[no]?.length)))
    },
    end: async () => {
      await Promise.all(workers.map((worker) => worker.end()))
    },
  }
}

async function logOf(worker: pg.Client): Promise<string> {
  const { rows } = await worker.query<{ log: string }>(
    `select pg_read_file(current_setting('data_directory') || '/../log') as log`,
  )
  return rows[0]?.log ?? ''
}

const entry = /^.*? \[(\d+)\] ([A-Z]+): {2}(.*)$/gm
const sent = /^(?:statement|execute [^:]+): (.*)$/
const ofFunction = /^select (?:.*? from )?(\w+\.\w+)\(/i
const ofTable = /^(select|insert|update|delete)\b.*?(\w+\.\w+?)_\d{6,}\b/i

/** What a command is called here: a function, or a verb and its table. */
function nameOf(text: string): string {
  const [, carried] = ofFunction.exec(text) ?? []
  if (carried !== undefined) return carried
  const [, verb = '', table = ''] = ofTable.exec(text) ?? []
  if (verb !== '') return `${verb.toLowerCase()} ${table}`
  return (
    /^(begin transaction|prepare transaction|commit prepared|release savepoint|\w+)/i.exec(text)?.[0] ?? text
  ).toLowerCase()
}

/** A statement that a function sends to itself has a context, which follows it. */
function isNested(session: string, after: readonly RegExpMatchArray[]): boolean {
  for (const [, of, kind] of after) {
    if (of !== session) continue
    if (kind === 'CONTEXT') return true
    if (kind === 'LOG') return false
  }
  return false
}

function transactionsIn(log: string): string[][] {
  const entries = [...log.matchAll(entry)]
  const open = new Map<string, string[]>()
  const all: string[][] = []
  for (const [no, [, session = '', kind, line = '']] of entries.entries()) {
    const [, text] = (kind === 'LOG' && sent.exec(line)) || []
    if (text === undefined || /^set /i.test(text) || isNested(session, entries.slice(no + 1))) continue
    const name = nameOf(text)
    let transaction = open.get(session)
    if (transaction === undefined || name === 'begin transaction') {
      transaction = []
      open.set(session, transaction)
      all.push(transaction)
    }
    transaction.push(name)
  }
  return all
}
