// Writes rows by plain prepared statements, each transaction in one packet: see floor.mjs.
import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 } from 'uuid'
import { serveDriver } from './driver-process.mjs'
import { placeOf } from './floor-rows.mjs'

serveDriver(prepare, write)

async function prepare({ url, transactions, sets, clients }) {
  const connections = Array.from(
    { length: clients },
    () => new pg.Client({ connectionString: url, pipeline: true }),
  )
  await Promise.all(connections.map((client) => client.connect()))
  const named = transactions.map((statements, transaction) =>
    statements.map(({ text, parameters }, place) => ({
      name: `floor${transaction}-${place}`,
      text,
      parameters,
    })),
  )
  return { connections, transactions: named, places: sets.map((own, at) => ({ ...placeOf(at + 1), ...own })) }
}

async function write(client, { transactions, places }) {
  const values = {
    ...places[randomInt(places.length)],
    key: randomUUID(),
    phone: `55${randomInt(1e8, 1e9 - 1)}`,
  }
  const filledIn = (part) => {
    if (typeof part === 'string') return part
    values[part.name] ??= v7()
    return values[part.name]
  }
  const filled = (parts) => (parts.length === 1 ? filledIn(parts[0]) : parts.map(filledIn).join(''))
  for (const statements of transactions) {
    const queries = ['begin', ...statements, 'commit'].map((statement) =>
      typeof statement === 'string'
        ? client.query(statement)
        : client.query({ ...statement, values: statement.parameters.map(filled) }),
    )
    await Promise.all(queries)
  }
}
