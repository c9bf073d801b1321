import pg from 'pg'
import { inject } from 'vitest'
import { databaseOf } from '../cluster.ts'

/** A superuser's connection to a database on each worker. */
export const workersOf = (name: string): Promise<pg.Client[]> =>
  Promise.all(
    inject('workers').map(async (url) => {
      const client = new pg.Client({ connectionString: databaseOf(url, name) })
      await client.connect()
      return client
    }),
  )
