import { readFile } from 'node:fs/promises'
import { PrepareError } from '../prepare.mjs'

/** The row of the store matrix that the records of an area usually belong to. */
const domains = {
  catalog: 'catalog',
  stock: 'inventory',
  shop: 'stores',
  vas: 'sales',
  selling: 'sales',
}

/** Areas of stores in which nothing is written through the store matrix. */
const onlyRead = ['money', 'reporting']

const roles = ['cashier', 'supervisor', 'manager']

/**
 * What templates need to know of an area.
 *
 * @param {string} kind
 * @param {string} area
 * @returns {Promise<Record<string, string>>}
 */
export async function areaOf(kind, area) {
  const areas = (await readFile('server/src/areas.ts', 'utf8')).match(/areas = \[([^\]]*)\]/)[1].match(/\w+/g)
  if (!areas.includes(area))
    throw new PrepareError(`There is no area ${area}; the areas are ${areas.join(', ')}.`)
  const isWriting = kind !== 'read'
  const possible = [...Object.keys(domains), ...(isWriting ? [] : onlyRead)]
  if (!possible.includes(area))
    throw new PrepareError(
      `The area ${area} has no records that the roles of a store ${isWriting ? 'write' : 'read'}, which this would add; ` +
        `the areas that have some are ${possible.join(', ')}.`,
    )
  return isWriting ? { area, ...(await domainOf(domains[area])) } : { area }
}

/** A row of the matrix, and who writes by it. */
async function domainOf(domain) {
  const matrix = await readFile('server/src/authorization/matrix.ts', 'utf8')
  const row = new RegExp(`^ {2}${domain}: \\{ number: (\\d+), (.*)\\}`, 'm').exec(matrix)
  const writers = roles.filter((role) => row[2].includes(`${role}: 'W'`))
  const people = (some) => some.map((role) => `shop.${role}, `).join('')
  return {
    domain,
    domainNumber: row[1],
    role: writers[0],
    writers: people(writers).replace(/, $/, ''),
    others: people(roles.filter((role) => !writers.includes(role))),
  }
}
