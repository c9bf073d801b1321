/**
 * Compares the types that TypeScript declares for a statement with those of PostgreSQL.
 *
 * @typedef {import('typescript/unstable/sync').Type} Type
 * @typedef {import('./describe.mjs').Column} Column
 */
export class Comparison {
  /**
   * @param {import('./types.mjs').Types} types
   * @param {Readonly<Record<string, string>>} typescriptOf by the name of a type in PostgreSQL
   */
  constructor(types, typescriptOf) {
    this.types = types
    this.typescriptOf = typescriptOf
    /** Columns whose type is proven, and those of which a part is not verified. */
    this.counts = { proven: 0, assumed: 0, json: 0, narrowed: 0 }
  }

  /** @returns {string[]} what is wrong with the parameters */
  parameters(given, described) {
    return given.flatMap(({ source, place, type }, index) => {
      const wanted = described[index]
      if (this.types.withoutNull(type).every((part) => this.isAccepted(part, wanted))) return []
      return [`${place}: \`${source}\` is ${this.types.said(type)}, but PostgreSQL expects ${nameOf(wanted)}`]
    })
  }

  isAccepted(type, { type: wanted, isList }) {
    if (isList) {
      const item = this.types.itemOf(type)
      if (item === undefined) return false
      return this.types
        .withoutNull(item)
        .every((part) => this.isAccepted(part, { type: wanted, isList: false }))
    }
    return this.givenAs(wanted).some((name) => this.types.is(type, name))
  }

  /** The types that the driver accepts for a PostgreSQL type. */
  givenAs(wanted) {
    const made = this.typescriptOf[wanted] ?? 'string'
    if (made === 'number' || made === 'bigint') return ['number', 'bigint']
    if (made === 'Date') return ['Date', 'string']
    return made === 'Json' ? ['string'] : [made]
  }

  /** @returns {string[]} what is wrong with the type of the row */
  row(type, columns, parameterTypes) {
    if (this.types.isUnknown(type)) return []
    if (this.types.isAny(type)) return ['the row has type any: declare its type']
    const declared = new Map(this.types.properties(type).map((property) => [property.name, property.type]))
    const answered = new Set(columns.map(({ name }) => name))
    return [
      ...[...declared.keys()]
        .filter((name) => !answered.has(name))
        .map((name) => `the row type has ${name}, but the statement returns no such column`),
      ...columns.flatMap((column) => {
        const said = declared.get(column.name)
        if (said !== undefined) return this.column(column, said, parameterTypes)
        return [`the statement returns ${column.name}, but the row type has no such property`]
      }),
    ]
  }

  column(column, said, parameterTypes) {
    if (this.types.isUnknown(said)) return []
    const made = this.typescriptOf[column.type]
    if (made === undefined) return [`column-types.ts has no type for ${column.type} (${column.name})`]
    const wrong = (why) => [`${column.name} is ${this.types.said(said)}, but ${why}`]
    const isJson = made === 'Json' && !column.isList
    const parts = this.types.withoutNull(said)
    if (isJson) {
      this.counts.json++
      const beyond = this.beyondJson(said, column.name, [])
      if (beyond !== undefined) return [`${beyond}, but ${column.type} has no such value: use AsJson<…>`]
    } else {
      const kinds = column.isList ? this.itemsOf(parts) : parts
      if (kinds.length === 0 || !kinds.every((part) => part !== undefined && this.types.is(part, made)))
        return wrong(`${nameOf(column)} is returned as ${made}${column.isList ? '[]' : ''}`)
      const word = this.unsaidWord(column, kinds)
      if (word !== undefined) return wrong(`the column can contain '${word}'`)
    }
    if (!this.types.admitsNull(said)) {
      const nullability = this.settled(column.nullability, parameterTypes)
      if (nullability === 'may') return wrong('it can be null')
      if (nullability === 'assumed') this.counts.assumed++
    }
    this.counts.proven++
    return []
  }

  itemsOf(parts) {
    return parts.flatMap((part) => {
      const item = this.types.itemOf(part)
      return item === undefined ? [undefined] : this.types.withoutNull(item)
    })
  }

  /** A parameter can be null if its expression can. */
  settled(nullability, parameterTypes) {
    const number = /^parameter(\d+)$/.exec(nullability)?.[1]
    if (number === undefined) return nullability
    return this.types.admitsNull(parameterTypes[number - 1]) ? 'may' : 'never'
  }

  /** @returns {string | undefined} a value that the column's check allows and the type lacks */
  unsaidWord({ words }, kinds) {
    if (!kinds.every((part) => part.isStringLiteralType())) return undefined
    if (words === undefined) this.counts.narrowed++
    return words?.find((word) => !kinds.some(({ value }) => value === word))
  }

  /** Looks for types that JSON does not have. @returns {string | undefined} the first one, with its path */
  beyondJson(type, path, above) {
    if (above.includes(type)) return undefined
    for (const part of this.types.withoutNull(type)) {
      const name = this.types.nameOf(part)
      if (name === 'Date' || name === 'Buffer' || this.types.is(part, 'bigint'))
        return `${path} is ${this.types.said(part)}`
      if (!part.isObjectType()) continue
      const item = this.types.itemOf(part)
      const members = item === undefined ? this.types.properties(part) : [{ name: '[]', type: item }]
      for (const member of members) {
        const below = member.name === '[]' ? `${path}[]` : `${path}.${member.name}`
        const found = this.beyondJson(member.type, below, [...above, type])
        if (found !== undefined) return found
      }
    }
    return undefined
  }
}

const nameOf = ({ type, isList }) => `${type}${isList ? '[]' : ''}`
