import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabase } from './cluster.ts'

/** A copy of a database as it is now; nothing may use it meanwhile. Returns the copy's name. */
export async function copyOf(db: TestDatabase): Promise<string> {
  const name = `t_${randomBytes(6).toString('hex')}`
  await alone([db.name], [`create database ${name} template ${db.name}`])
  return name
}

/** Puts a copy in the place of the database, as a restore does. */
export async function putBack(db: TestDatabase, copy: string): Promise<void> {
  await alone([db.name, copy], [`drop database ${db.name}`, `alter database ${copy} rename to ${db.name}`])
}

/** Runs statements on the cluster with nobody connected to these databases. */
async function alone(names: readonly string[], statements: readonly string[]): Promise<void> {
  const root = new pg.Client({ connectionString: inject('adminUrl') })
  await root.connect()
  try {
    for (const statement of statements) {
      await root.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = any ($1)', [
        names,
      ])
      await root.query(statement)
    }
  } finally {
    await root.end()
  }
}
