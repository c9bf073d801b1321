// The SQL of sales through the product's driver only, for machines without pgbench.
import pg from 'pg'
import { serveDriver } from './driver-process.mjs'

serveDriver(prepare, sell)

async function prepare({ url, transactions, tills, clients }) {
  const packets = transactions.flat().map((statements) => statements.map(compiled))
  const connections = Array.from(
    { length: clients },
    () => new pg.Client({ connectionString: url, pipeline: true }),
  )
  await Promise.all(connections.map((client) => client.connect()))
  return { connections, packets, tills }
}

async function sell(client, { packets, tills }) {
  const digits = (count) =>
    String(Math.random())
      .slice(2, 2 + count)
      .padEnd(count, '1')
  const variables = {
    till: 1 + Math.floor(Math.random() * tills),
    phone: `55${digits(8)}`,
    nonce: `${digits(15)}${digits(15)}`,
  }
  for (const packet of packets) {
    const results = await Promise.all(
      packet.map(({ name, text, names }) =>
        client.query({ name, text, values: names.map((each) => variables[each]) }),
      ),
    )
    packet.forEach(({ answers }, index) => {
      if (answers) variables.id = results[index].rows[0].id
    })
  }
}

let statements = 0

/** `:name` becomes `$1` and so on; casts keep their two colons. */
function compiled({ text, answers }) {
  const names = []
  const numbered = text.replaceAll(/(?<!:):(till|phone|nonce|id)\b/g, (_, name) => `$${names.push(name)}`)
  return { name: `s${statements++}`, text: numbered, names, answers }
}
