/**
 * What TypeScript says of a statement held against what PostgreSQL says of it.
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
    /** On whose word a column is what its type says: PostgreSQL's, or a function's of ours that it is not null. */
    this.counts = { proven: 0, told: 0, json: 0, narrowed: 0 }
  }

  /** @returns {string[]} what is wrong with the parameters */
  parameters(given, described) {
    return given.flatMap(({ source, place, type }, index) => {
      const wanted = described[index]
      if (this.types.withoutNull(type).every((part) => this.isAccepted(part, wanted))) return []
      return [
        `${place}: \`${source}\` is ${this.types.said(type)}, and PostgreSQL takes ${nameOf(wanted)} there`,
      ]
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

  /** What the driver may be given for a type. */
  givenAs(wanted) {
    const made = this.typescriptOf[wanted] ?? 'string'
    if (made === 'number' || made === 'bigint') return ['number', 'bigint']
    if (made === 'Date') return ['Date', 'string']
    return made === 'Json' ? ['string'] : [made]
  }

  /** @returns {string[]} what is wrong with the type of the row */
  row(type, columns, parameterTypes) {
    if (this.types.isUnknown(type)) return []
    if (this.types.isAny(type)) return ['the row is any: say what comes back, or nothing']
    const declared = new Map(this.types.properties(type).map((property) => [property.name, property.type]))
    const answered = new Set(columns.map(({ name }) => name))
    return [
      ...[...declared.keys()]
        .filter((name) => !answered.has(name))
        .map((name) => `the row type has ${name}, and the statement answers no such column`),
      ...columns.flatMap((column) => {
        const said = declared.get(column.name)
        if (said !== undefined) return this.column(column, said, parameterTypes)
        return [`the statement answers ${column.name}, and the row type has no such property`]
      }),
    ]
  }

  column(column, said, parameterTypes) {
    if (this.types.isUnknown(said)) return []
    const made = this.typescriptOf[column.type]
    if (made === undefined)
      return [`column-types.ts does not say what a ${column.type} becomes (${column.name})`]
    const wrong = (why) => [`${column.name} is ${this.types.said(said)}, and ${why}`]
    const isJson = made === 'Json' && !column.isList
    const parts = this.types.withoutNull(said)
    if (isJson) {
      this.counts.json++
      const beyond = this.beyondJson(said, column.name, [])
      if (beyond !== undefined) return [`${beyond}, and ${column.type} holds no such value: say AsJson<…>`]
    } else {
      const kinds = column.isList ? this.itemsOf(parts) : parts
      if (kinds.length === 0 || !kinds.every((part) => part !== undefined && this.types.is(part, made)))
        return wrong(`${nameOf(column)} comes back as ${made}${column.isList ? '[]' : ''}`)
      const word = this.unsaidWord(column, kinds)
      if (word !== undefined) return wrong(`the column can hold '${word}'`)
    }
    if (!this.types.admitsNull(said)) {
      const nullability = this.settled(column.nullability, parameterTypes)
      if (nullability === 'may') return wrong('it can be null')
      if (nullability === 'told') this.counts.told++
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

  /** A parameter is as null as what is given for it. */
  settled(nullability, parameterTypes) {
    const number = /^parameter(\d+)$/.exec(nullability)?.[1]
    if (number === undefined) return nullability
    return this.types.admitsNull(parameterTypes[number - 1]) ? 'may' : 'never'
  }

  /** @returns {string | undefined} a word of the column's own check that the type leaves out */
  unsaidWord({ words }, kinds) {
    if (!kinds.every((part) => part.isStringLiteralType())) return undefined
    if (words === undefined) this.counts.narrowed++
    return words?.find((word) => !kinds.some(({ value }) => value === word))
  }

  /** Whether a type has in it what JSON cannot hold. @returns {string | undefined} where */
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
