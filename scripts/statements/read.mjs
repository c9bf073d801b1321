import path from 'node:path'
import { SyntaxKind as Kind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { Evaluation, Unbound, Unreadable } from './evaluate.mjs'
import { Types } from './types.mjs'

/** Methods of a transaction that send a statement. */
const senders = new Set(['rows', 'first', 'one'])

/**
 * @typedef {object} Statement
 * @property {string} place `server/src/shop/stores/queries.ts:12`
 * @property {string} name the file and the outermost function around it: `server/src/shop/stores/queries.ts createStore`
 * @property {readonly Variant[]} variants
 * @property {import('typescript/unstable/sync').Type} row the type that its caller gets
 *
 * @typedef {object} Variant
 * @property {string} text with `$1` for its first parameter
 * @property {readonly { place: string, source: string, type: import('typescript/unstable/sync').Type }[]} parameters
 */

/**
 * Reads every statement of the files, with the types declared in TypeScript. Source that cannot be read is a finding, and
 * so is a template that no statement uses. Functions in `apart` are skipped.
 *
 * @param {{ isChecked: (file: string) => boolean, apart: ReadonlySet<string> }} which
 * @returns {{ statements: Statement[], findings: string[], types: Types, close(): void }}
 */
export function readStatements(root, tsconfig, { isChecked, apart }) {
  const api = new API({ cwd: root })
  const snapshot = api.updateSnapshot({ openProjects: [path.join(root, tsconfig)] })
  const [project] = snapshot.getProjects()
  const files = project.program
    .getSourceFileNames()
    .filter((file) => isChecked(path.relative(root, file)))
    .map((file) => project.program.getSourceFile(file))
    .filter(({ text }) => text.includes('sql'))
  const types = new Types(project)
  return { ...new Reader(root, types, files, apart).read(), types, close: () => api.close() }
}

class Reader {
  constructor(root, types, files, apart) {
    this.root = root
    this.apart = apart
    this.types = types
    this.files = files
    this.seen = new Set()
    this.findings = []
  }

  read() {
    const sent = this.all((node) => node.kind === Kind.CallExpression && this.sends(node))
    const statements = sent
      .map((node) => this.statement(node.arguments[0]))
      .filter(({ variants }) => variants.length > 0)
    const templates = this.all(
      (node) => node.kind === Kind.TaggedTemplateExpression && node.tag.getText() === 'sql',
    )
    for (const template of templates)
      if (!this.seen.has(template))
        this.findings.push(`${this.place(template)}: no statement uses this template`)
    return { statements, findings: this.findings }
  }

  sends({ expression, arguments: [statement] }) {
    return (
      expression.kind === Kind.PropertyAccessExpression &&
      senders.has(expression.name.text) &&
      statement !== undefined &&
      this.types.isSql(this.types.of([statement])[0])
    )
  }

  /** @returns {Statement} */
  statement(node) {
    const [type] = this.types.of([node])
    let variants = []
    try {
      variants = this.variants(node, new Map())
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.findings.push(`${this.place(error.node)}: \`${brief(error.node)}\` ${error.message}`)
    }
    const [row] = this.types.checker.getTypeArguments(type)
    return { place: this.place(node), name: this.name(node), variants, row }
  }

  /**
   * Enough variants to use every outcome of every condition once, for each set of arguments with which the function around
   * the statement is called.
   *
   * @returns {Variant[]}
   */
  variants(node, env) {
    const choices = new Map()
    const variants = []
    const outcomes = () => [...choices.values()].flat()
    const usedCount = () => outcomes().filter((isUsed) => isUsed).length
    try {
      do {
        const before = usedCount()
        variants.push(this.variant(this.evaluation(choices).statement(node, env)))
        if (usedCount() === before && outcomes().includes(false))
          throw new Unreadable(node, 'has a part that depends on several conditions: choose it from a table')
      } while (outcomes().includes(false))
      return variants
    } catch (error) {
      if (!(error instanceof Unbound)) throw error
      const calls = this.callsOf(error.owner)
      if (calls.length === 0) throw new Unreadable(error.owner, 'is never called, so its parts are not known')
      return calls.flatMap((call) =>
        this.variants(node, this.evaluation().bound(error.owner, call.arguments, env, env)),
      )
    }
  }

  evaluation = (choices = new Map()) => new Evaluation(this.types, choices, this.seen)

  variant(pieces) {
    const parameters = pieces.filter((piece) => typeof piece !== 'string').map(({ parameter }) => parameter)
    let count = 0
    const types = this.types.of(parameters)
    return {
      text: pieces.map((piece) => (typeof piece === 'string' ? piece : `$${++count}`)).join(''),
      parameters: parameters.map((each, index) => ({
        place: this.place(each),
        source: brief(each),
        type: types[index],
      })),
    }
  }

  callsOf(owner) {
    const name = (owner.name ?? owner.parent.name)?.getText()
    return this.all(
      (node) =>
        node.kind === Kind.CallExpression &&
        node.expression.kind === Kind.Identifier &&
        node.expression.text === name &&
        this.evaluation().follow(node.expression, new Map()).node === owner,
    )
  }

  all(isWanted) {
    const found = []
    const visit = (node) => {
      if (node.kind === Kind.FunctionDeclaration && this.apart.has(node.name?.text)) return
      if (isWanted(node)) found.push(node)
      node.forEachChild(visit)
    }
    for (const file of this.files) file.forEachChild(visit)
    return found
  }

  name(node) {
    const file = node.getSourceFile()
    const around = file.statements.find(({ pos, end }) => pos <= node.pos && node.end <= end)
    const [declared] = around?.declarationList?.declarations ?? [around]
    return `${path.relative(this.root, file.fileName)} ${declared?.name?.text ?? ''}`.trim()
  }

  place(node) {
    const file = node.getSourceFile()
    const before = file.text.slice(0, node.getStart(file))
    return `${path.relative(this.root, file.fileName)}:${before.split('\n').length}`
  }
}

const brief = (node) => {
  const text = node.getText().replaceAll(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
