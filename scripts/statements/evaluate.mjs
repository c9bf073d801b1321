import { SyntaxKind as Kind } from 'typescript/unstable/ast'

/**
 * Derives the possible texts of a template from the source, without running it. A statement is composed of templates,
 * constants, our functions and conditions. Each condition has two outcomes, and each outcome is used in at least one
 * variant of the statement.
 *
 * @typedef {import('typescript/unstable/ast').Node} Node
 * @typedef {{ node: Node, env: Env }} Bound an expression, and the values of the parameters in it
 * @typedef {Map<number, Bound>} Env by the id of the parameter's symbol
 * @typedef {string | { parameter: Node }} Piece
 */

/** Source that cannot be evaluated. The message says what to write instead. */
export class Unreadable extends Error {
  constructor(node, message) {
    super(message)
    this.node = node
  }
}

/** A parameter of a function around the statement: its values come from the callers. */
export class Unbound extends Error {
  constructor(owner) {
    super('not bound')
    this.owner = owner
  }
}

const functions = new Set([Kind.FunctionDeclaration, Kind.ArrowFunction, Kind.FunctionExpression])
const isFunction = (node) => functions.has(node.kind)

/** Builds one variant of a statement. `choices`, shared by all variants, selects the outcomes of the next one. */
export class Evaluation {
  /**
   * @param {import('./types.mjs').Types} types
   * @param {Map<string, boolean[]>} choices
   * @param {Set<Node>} seen the templates that were used
   */
  constructor(types, choices, seen) {
    this.types = types
    this.choices = choices
    this.seen = seen
    this.chosen = new Map()
  }

  /** @returns {Piece[]} */
  statement(node, env) {
    switch (node.kind) {
      case Kind.TaggedTemplateExpression:
        return this.template(node, env)
      case Kind.ConditionalExpression:
        return this.statement(this.branch(node), env)
      case Kind.CallExpression:
        return this.call(node, env)
      default: {
        const { node: found, env: within } = this.follow(node, env)
        return this.statement(found, within)
      }
    }
  }

  template(node, env) {
    this.seen.add(node)
    const { template } = node
    if (template.kind === Kind.NoSubstitutionTemplateLiteral) return [template.text]
    const types = this.types.of(template.templateSpans.map(({ expression }) => expression))
    return [
      template.head.text,
      ...template.templateSpans.flatMap(({ expression, literal }, index) => [
        ...(this.types.isSql(types[index]) ? this.statement(expression, env) : [{ parameter: expression }]),
        literal.text,
      ]),
    ]
  }

  call(node, env) {
    const name = node.expression.getText()
    if (name === 'sql.ref') {
      const parts = this.text(node.arguments[0], env).split('.')
      return [parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.')]
    }
    if (name === 'sql.join') {
      const [list, separator] = node.arguments
      const between = separator === undefined ? [', '] : this.statement(separator, env)
      return this.list(list, env).flatMap((item, index) => [
        ...(index === 0 ? [] : between),
        ...this.statement(item.node, item.env),
      ])
    }
    const returned = this.returned(node, env)
    return this.statement(returned.node, returned.env)
  }

  /** The expression that a called function of ours returns. @returns {Bound} */
  returned(node, env) {
    const callee = this.follow(node.expression, env)
    if (!isFunction(callee.node)) throw new Unreadable(node, 'calls a function outside of these files')
    const within = this.bound(callee.node, node.arguments, env, callee.env)
    const { body } = callee.node
    if (body.kind !== Kind.Block) return { node: body, env: within }
    return { node: this.returnOf(body) ?? unreadable(body, 'returns nothing'), env: within }
  }

  /** @returns {Env} the function's parameters, bound to the arguments of a call */
  bound(owner, given, env, outer) {
    const within = new Map(outer)
    for (const [index, parameter] of owner.parameters.entries()) {
      const node = given[index] ?? parameter.initializer
      if (node === undefined) continue
      if (parameter.name.kind === Kind.Identifier) within.set(this.symbol(parameter.name).id, { node, env })
      else if (parameter.name.kind === Kind.ObjectBindingPattern)
        this.unpack(parameter.name, node, env, within)
    }
    return within
  }

  /** Binds the names of a pattern to the members of the argument, if that is a literal object. */
  unpack(pattern, node, env, within) {
    const found = this.literal(node, env)
    if (found === undefined) return
    for (const { name, propertyName } of pattern.elements) {
      const member = found.node.properties.find((each) => each.name?.text === (propertyName ?? name).text)
      if (member?.initializer !== undefined && name.kind === Kind.Identifier)
        within.set(this.symbol(name).id, { node: member.initializer, env: found.env })
    }
  }

  /** The object that an expression is, if it is written as one. @returns {Bound | undefined} */
  literal(node, env) {
    try {
      let found = { node, env }
      while (found.node.kind !== Kind.ObjectLiteralExpression) found = this.follow(found.node, found.env)
      return found
    } catch (error) {
      if (error instanceof Unreadable || error instanceof Unbound) return undefined
      throw error
    }
  }

  returnOf(block) {
    for (const statement of block.statements) {
      if (statement.kind === Kind.ReturnStatement) return statement.expression
      if (statement.kind !== Kind.IfStatement) continue
      const { expression, thenStatement, elseStatement } = statement
      const taken = this.choose(expression, 2) === 0 ? thenStatement : elseStatement
      if (taken === undefined) continue
      const found = taken.kind === Kind.Block ? this.returnOf(taken) : this.returnOf({ statements: [taken] })
      if (found !== undefined) return found
    }
    return undefined
  }

  /** @returns {Bound[]} */
  list(node, env) {
    switch (node.kind) {
      case Kind.ArrayLiteralExpression:
        return node.elements.flatMap((item) =>
          item.kind === Kind.SpreadElement ? this.list(item.expression, env) : [{ node: item, env }],
        )
      case Kind.ConditionalExpression:
        return this.list(this.branch(node), env)
      case Kind.CallExpression: {
        if (node.expression.name?.text === 'map') return this.mapped(node, env)
        const returned = this.returned(node, env)
        return this.list(returned.node, returned.env)
      }
      default: {
        const declaration = this.declarationOf(node)
        const { node: found, env: within } = this.follow(node, env)
        return [...this.list(found, within), ...this.pushed(declaration, env)]
      }
    }
  }

  /** `names.map((name) => sql…)`: over the items of a literal list, or over two items if the list is not known. */
  mapped(node, env) {
    const callback = this.follow(node.arguments[0], env).node
    const [parameter] = callback.parameters
    return this.items(node.expression.expression, env).map((item) => {
      const within = new Map(env)
      if (item !== undefined) within.set(this.symbol(parameter.name).id, item)
      return {
        node: callback.body.kind === Kind.Block ? this.returnOf(callback.body) : callback.body,
        env: within,
      }
    })
  }

  /** @returns {(Bound | undefined)[]} */
  items(node, env) {
    try {
      return this.list(node, env)
    } catch (error) {
      if (error instanceof Unreadable || error instanceof Unbound) return [undefined, undefined]
      throw error
    }
  }

  /** Items added to a list after its declaration, each with its surrounding conditions. */
  pushed(declaration, env) {
    if (declaration?.kind !== Kind.VariableDeclaration) return []
    const block = declaration.parent.parent.parent
    const found = []
    const visit = (node) => {
      if (node.kind === Kind.IfStatement) {
        const taken = this.choose(node.expression, 2) === 0 ? node.thenStatement : node.elseStatement
        if (taken !== undefined) visit(taken)
      } else if (
        node.kind === Kind.CallExpression &&
        node.expression.name?.text === 'push' &&
        node.expression.expression.getText() === declaration.name.getText()
      ) {
        found.push(...node.arguments.map((item) => ({ node: item, env })))
      } else if (!isFunction(node)) node.forEachChild(visit)
    }
    if (block.kind === Kind.Block) block.forEachChild(visit)
    return found
  }

  /** @returns {string} */
  text(node, env) {
    if (node.kind === Kind.StringLiteral || node.kind === Kind.NoSubstitutionTemplateLiteral) return node.text
    if (node.kind === Kind.ConditionalExpression) return this.text(this.branch(node), env)
    if (node.kind === Kind.TemplateExpression)
      return [
        node.head.text,
        ...node.templateSpans.flatMap(({ expression, literal }) => [
          this.text(expression, env),
          literal.text,
        ]),
      ].join('')
    const bound = this.parameterIn(node, env)
    if (bound !== undefined) return this.text(bound.node, bound.env)
    const words = this.types.wordsOf(node)
    if (words !== undefined) return words[this.choose(node, words.length)]
    const { node: found, env: within } = this.follow(node, env)
    return this.text(found, within)
  }

  branch({ condition, whenTrue, whenFalse }) {
    return this.choose(condition, 2) === 0 ? whenTrue : whenFalse
  }

  /** The same condition has the same outcome throughout a variant. */
  choose(node, count) {
    const key = node.getText()
    const known = this.chosen.get(key)
    if (known !== undefined) return known
    const turns = this.choices.get(key) ?? this.choices.set(key, Array(count).fill(false)).get(key)
    const next = Math.max(turns.indexOf(false), 0)
    turns[next] = true
    this.chosen.set(key, next)
    return next
  }

  /** Resolves names and unwraps casts and parentheses. @returns {Bound} */
  follow(node, env) {
    switch (node.kind) {
      case Kind.ParenthesizedExpression:
      case Kind.AsExpression:
      case Kind.SatisfiesExpression:
      case Kind.NonNullExpression:
        return { node: node.expression, env }
      case Kind.ElementAccessExpression: {
        const { members, env: within } = this.members(node.expression, env)
        return {
          node: members[this.choose(node.argumentExpression, members.length)].initializer,
          env: within,
        }
      }
      case Kind.PropertyAccessExpression: {
        const { members, env: within } = this.members(node.expression, env)
        const member = members.find(({ name }) => name.text === node.name.text)
        return { node: member?.initializer ?? unreadable(node, 'is not a literal value'), env: within }
      }
      case Kind.BinaryExpression:
        if (node.operatorToken.kind === Kind.QuestionQuestionToken)
          return { node: this.choose(node.left, 2) === 0 ? node.left : node.right, env }
        break
      case Kind.Identifier: {
        const bound = this.parameterIn(node, env)
        if (bound !== undefined) return bound
        const declaration = this.declarationOf(node)
        if (declaration?.kind === Kind.VariableDeclaration && declaration.initializer !== undefined)
          return { node: declaration.initializer, env }
        if (declaration !== undefined && isFunction(declaration)) return { node: declaration, env }
        if (declaration?.kind === Kind.Parameter) throw new Unbound(declaration.parent)
      }
    }
    if (isFunction(node)) return { node, env }
    throw new Unreadable(
      node,
      'cannot be read without running it: write SQL in a template, and name parts by constants or functions',
    )
  }

  members(node, env) {
    const found = this.literal(node, env) ?? unreadable(node, 'is not a literal object')
    return { members: found.node.properties, env: found.env }
  }

  parameterIn(node, env) {
    const symbol = node.kind === Kind.Identifier ? this.symbol(node) : undefined
    return symbol && env.get(symbol.id)
  }

  symbol = (node) => this.types.symbolOf(node)
  declarationOf = (node) => this.types.declarationOf(node)
}

function unreadable(node, message) {
  throw new Unreadable(node, message)
}
