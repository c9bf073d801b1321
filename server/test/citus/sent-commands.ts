import type pg from 'pg'
import { transactionsIn } from './commands-in-log.mjs'
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
