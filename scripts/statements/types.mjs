import { SyntaxKind as Kind } from 'typescript/unstable/ast'
import { TypeFlags } from 'typescript/unstable/sync'

/**
 * The compiler's types. It runs in a separate process, so its answers are cached.
 *
 * @typedef {import('typescript/unstable/sync').Type} Type
 */
export class Types {
  /** @param {import('typescript/unstable/sync').Project} project */
  constructor(project) {
    this.project = project
    this.checker = project.checker
    this.byNode = new Map()
    this.symbols = new Map()
    this.known = new Map()
    this.basic = new Map([
      ['string', this.checker.getStringType()],
      ['number', this.checker.getNumberType()],
      ['bigint', this.checker.getBigIntType()],
      ['boolean', this.checker.getBooleanType()],
    ])
  }

  /** @returns {Type[]} of each expression */
  of(nodes) {
    const asked = nodes.filter((node) => !this.byNode.has(node))
    if (asked.length > 0) {
      const found = this.checker.getTypeAtLocation(asked)
      for (const [index, node] of asked.entries()) this.byNode.set(node, found[index])
    }
    return nodes.map((node) => this.byNode.get(node))
  }

  symbolOf(node) {
    if (!this.symbols.has(node)) this.symbols.set(node, this.checker.getSymbolAtLocation(node))
    return this.symbols.get(node)
  }

  /** The declaration of a name, in any file. */
  declarationOf(node) {
    return this.once(node, 'declaration', () => {
      const symbol = this.symbolOf(node)
      if (symbol === undefined) return undefined
      const isAlias = symbol.declarations.some(({ kind }) => kind === Kind.ImportSpecifier)
      const meant = isAlias ? this.checker.getAliasedSymbol(symbol) : symbol
      return meant.valueDeclaration?.resolve(this.project)
    })
  }

  isSql(type) {
    return type !== undefined && this.parts(type).some((part) => this.nameOf(part) === 'Sql')
  }

  /** The possible values of an expression of a literal type. @returns {string[] | undefined} */
  wordsOf(node) {
    const parts = this.parts(this.of([node])[0])
    return parts.every((part) => part.isStringLiteralType()) ? parts.map(({ value }) => value) : undefined
  }

  /** @returns {Type[]} */
  parts(type) {
    return this.once(type, 'parts', () => (type.isUnionType() ? type.getTypes() : [type]))
  }

  withoutNull = (type) => this.parts(type).filter((part) => (part.flags & TypeFlags.Null) === 0)
  admitsNull = (type) => this.parts(type).some((part) => (part.flags & TypeFlags.Null) !== 0)
  isUnknown = (type) => (type.flags & TypeFlags.Unknown) !== 0
  isAny = (type) => (type.flags & TypeFlags.Any) !== 0

  /** @returns {{ name: string, type: Type }[]} */
  properties(type) {
    return this.once(type, 'properties', () => {
      const symbols = this.checker.getPropertiesOfType(type)
      const types = symbols.length === 0 ? [] : this.checker.getTypeOfSymbol(symbols)
      return symbols.map(({ name }, index) => ({ name, type: types[index] }))
    })
  }

  /** @returns {Type | undefined} of the items of a list; undefined if it is not a list */
  itemOf(type) {
    return this.once(type, 'item', () =>
      type.isObjectType() && this.checker.isArrayLikeType(type)
        ? this.checker.getTypeArguments(type)[0]
        : undefined,
    )
  }

  /** Whether the type is exactly the named one, such as `string` or `Date`. */
  is(type, name) {
    const basic = this.basic.get(name)
    if (basic === undefined) return this.nameOf(type) === name
    return this.once(type, name, () => this.checker.isTypeAssignableTo(type, basic))
  }

  nameOf = (type) => this.once(type, 'name', () => type.getSymbol()?.name)
  said = (type) => this.checker.typeToString(type)

  once(of, question, ask) {
    const key = of.id ?? of
    const answers = this.known.get(key) ?? this.known.set(key, new Map()).get(key)
    if (!answers.has(question)) answers.set(question, ask())
    return answers.get(question)
  }
}
