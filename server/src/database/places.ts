import type { SqlSources } from './sources.ts'

/**
 * Where the rows of a table are when the database is spread over several nodes. A single PostgreSQL holds all of them
 * and ignores it.
 *
 * - `shared`: every node has a copy; written rarely, since each write is made on all of them
 * - `control`: the coordinator has them
 * - `tenant`: with the other rows of their merchant, on one of the nodes
 */
export const places = ['shared', 'control', 'tenant'] as const

export type Place = (typeof places)[number]

const declaration = new RegExp(`^create table (\\w+\\.\\w+) \\( -- place: (${places.join('|')})$`, 'gim')

/** The place of each table, as its migration declares it: `create table shop.folios ( -- place: tenant`. */
export function placesOf({ migrations }: Pick<SqlSources, 'migrations'>): ReadonlyMap<string, Place> {
  return new Map(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(declaration)].map(([, table, place]) => [table as string, place as Place] as const),
    ),
  )
}

const carried = /^-- place: tenant\ncreate or replace function (\w+\.\w+)\(/gim

/**
 * The functions that are carried to the node of the merchant that is their first parameter, as the line before their
 * definition declares: `-- place: tenant`. What they write and read is there, or on every node.
 */
export function carriedFunctionsOf({ functions }: Pick<SqlSources, 'functions'>): string[] {
  return functions.flatMap(({ text }) => [...text.matchAll(carried)].map(([, name]) => name as string))
}
