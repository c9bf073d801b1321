const entry = /^.*? \[(\d+)\] ([A-Z]+): {2}(.*)$/gm
const sent = /^(?:statement|execute [^:]+): (.*)$/
const ofFunction = /^select (?:.*? from )?(\w+\.\w+)\(/i
const ofTable = /^(select|insert|update|delete)\b.*?(\w+\.\w+?)_\d{6,}\b/i

/** What a command is called here: a function, or a verb and its table. */
function nameOf(text) {
  const [, carried] = ofFunction.exec(text) ?? []
  if (carried !== undefined) return carried
  const [, verb = '', table = ''] = ofTable.exec(text) ?? []
  if (verb !== '') return `${verb.toLowerCase()} ${table}`
  return (
    /^(begin transaction|prepare transaction|commit prepared|release savepoint|\w+)/i.exec(text)?.[0] ?? text
  ).toLowerCase()
}

/** A statement that a function sends to itself has a context, which follows it. */
function isNested(session, after) {
  for (const [, of, kind] of after) {
    if (of !== session) continue
    if (kind === 'CONTEXT') return true
    if (kind === 'LOG') return false
  }
  return false
}

/**
 * What a node's log of all statements says was sent to it, one list of names for each transaction. What a carried function asks
 * where it is, is not sent.
 */
export function transactionsIn(log) {
  const entries = [...log.matchAll(entry)]
  const open = new Map()
  const all = []
  for (const [no, [, session, kind, line]] of entries.entries()) {
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
