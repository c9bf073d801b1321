import { createHash } from 'node:crypto'
import { WireError } from './errors.ts'

const dayMs = 86_400_000

/**
 * The open statements of an account, by its last three digits: 000 none, 001 one, 002 two months, 003 unknown
 * account, 004 the biller does not answer; any other has one, always of the same amount. The latest was
 * issued ten days ago and is due in ten days; the one before it is overdue.
 *
 * @throws WireError
 */
export function statementsOf(accountNumber: string, now: Date) {
  const suffix = accountNumber.slice(-3)
  if (suffix === '003') throw new WireError('notFound')
  if (suffix === '004') throw new WireError('unavailable')
  if (suffix === '000') return []
  const months = suffix === '002' ? 2 : 1
  return Array.from({ length: months }, (_, n) => statement(accountNumber, now, n))
}

function statement(accountNumber: string, now: Date, monthsAgo: number) {
  const issued = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 10 - 31 * monthsAgo),
  )
  const due = new Date(issued.getTime() + 20 * dayMs)
  const hash = createHash('sha256').update(`${accountNumber} ${monthsAgo}`).digest()
  const pesos = 50 + (hash.readUInt16BE(0) % 1_450)
  return {
    reference: issued.toISOString().slice(0, 7),
    dates: { due: due.toISOString().slice(0, 10), statement: issued.toISOString().slice(0, 10) },
    balance: { unit_type: 'CURRENCY', unit: 'MXN', amount: pesos },
  }
}
