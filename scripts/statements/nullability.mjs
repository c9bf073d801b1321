/**
 * Whether an expression can be null, according to PostgreSQL's analysis of the statement.
 *
 * `never`: it cannot. `may`: it can. `assumed`: one of our functions returns it, so PostgreSQL does not know.
 *
 * @typedef {'never' | 'assumed' | 'may'} Nullability
 * @typedef {object} Catalog
 * @property {(relation: string, column: number) => boolean} isNotNull
 * @property {(id: string) => { name: string, isOurs: boolean, isStrict: boolean, relation: string | null }} functionOf
 * @typedef {{ query: object, outer: Scope | undefined, proven: Set<string> }} Scope
 */

const order = ['never', 'assumed', 'may']
/** The worst of several; a single parameter is returned as it is. */
const worst = (found) =>
  found.length === 1 ? found[0] : order[Math.max(0, ...found.map((each) => rank(each)))]
const best = (found) => order[Math.min(2, ...found.map((each) => rank(each)))]
/** Among other expressions, a parameter counts as nullable. */
const rank = (found) => (order.includes(found) ? order.indexOf(found) : 2)

/** Functions that are not strict but never return null. */
const answering = new Set([
  ...['concat', 'concat_ws', 'format', 'json_build_array', 'json_build_object', 'jsonb_build_array'],
  ...['jsonb_build_object', 'quote_nullable', 'count', 'row_number', 'rank', 'dense_rank', 'num_nonnulls'],
])

/** Strict functions that return null for some arguments that are not null. */
const evasive =
  /^(jsonb?_(object_field|array_element|extract_path|path_query|object_agg)|array_(length|upper|lower|position)|regexp_(match|substr)|substring|nullif|current_setting|to_reg|obj_description|pg_get|lag|lead|nth_value|first_value|last_value|max|min|sum|avg|array_agg|string_agg|jsonb?_agg|bool_and|bool_or|every)/

/** @returns {Nullability[]} of each column that the statement returns */
export function nullabilities(query, catalog) {
  return outputs(query, undefined, catalog)
}

function outputs(query, outer, catalog) {
  const scope = { query, outer, proven: new Set() }
  if (query.setOperations !== null && query.setOperations !== undefined) {
    const leaves = query.rtable.filter((entry) => entry.rtekind === '1').map((entry) => entry.subquery)
    const each = leaves.map((leaf) => outputs(leaf, scope, catalog))
    return visible(query.targetList).map((_entry, index) =>
      worst(each.map((columns) => columns[index] ?? 'may')),
    )
  }
  prove(query.jointree, scope)
  const isReturning = query.commandType !== '1'
  const entries = visible(isReturning ? query.returningList : query.targetList)
  return entries.map(({ expr }) => nullability(expr, scope, catalog))
}

const visible = (entries) => (entries ?? []).filter(({ resjunk }) => resjunk !== 'true')

/** Columns that are not null in every row that satisfies the conditions. */
function prove(tree, scope) {
  if (tree === null || tree === undefined) return
  if (tree.node === 'FROMEXPR') {
    for (const from of tree.fromlist ?? []) prove(from, scope)
    demand(tree.quals, scope)
  } else if (tree.node === 'JOINEXPR') {
    const [isInner, isLeft] = [tree.jointype === '0', tree.jointype === '1']
    if (isInner || isLeft) prove(tree.larg, scope)
    if (isInner) {
      prove(tree.rarg, scope)
      demand(tree.quals, scope)
    }
  }
}

function demand(condition, scope) {
  if (condition === null || condition === undefined) return
  if (Array.isArray(condition)) for (const each of condition) demand(each, scope)
  else if (condition.node === 'BOOLEXPR' && condition.boolop === 'and') demand(condition.args, scope)
  else if (condition.node === 'NULLTEST' && condition.nulltesttype === '1') note(condition.arg, scope)
  else if (condition.node === 'OPEXPR') for (const each of condition.args) note(each, scope)
  else if (condition.node === 'SCALARARRAYOPEXPR') note(condition.args[0], scope)
  else note(condition, scope)
}

function note(expression, scope) {
  const inner = expression.node === 'RELABELTYPE' ? expression.arg : expression
  if (inner.node === 'VAR' && inner.varlevelsup === '0') scope.proven.add(`${inner.varno}.${inner.varattno}`)
}

/** @returns {Nullability} */
function nullability(expression, scope, catalog) {
  const of = (each) => nullability(each, scope, catalog)
  if (expression === null || expression === undefined) return 'may'
  switch (expression.node) {
    case 'VAR':
      return variable(expression, scope, catalog)
    case 'CONST':
      return expression.constisnull === 'true' ? 'may' : 'never'
    case 'PARAM':
      return expression.paramkind === '0' ? `parameter${expression.paramid}` : 'may'
    case 'FUNCEXPR':
      return called(expression.funcid, expression.args ?? [], of, catalog)
    case 'OPEXPR':
      return called(expression.opfuncid, expression.args, of, catalog)
    case 'WINDOWFUNC':
      return called(expression.winfnoid, expression.args ?? [], of, catalog)
    case 'AGGREF':
      return aggregate(expression, scope, of, catalog)
    case 'SCALARARRAYOPEXPR':
    case 'BOOLEXPR':
      return worst(expression.args.map(of))
    case 'COALESCEEXPR':
    case 'COALESCE':
    case 'MINMAX':
      return best(expression.args.map(of))
    case 'CASE':
    case 'CASEEXPR':
      return worst([...expression.args.map((when) => of(when.result)), of(expression.defresult)])
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
    case 'COERCETODOMAIN':
    case 'ARRAYCOERCEEXPR':
    case 'COLLATE':
    case 'COLLATEEXPR':
    case 'NAMEDARGEXPR':
      return of(expression.arg)
    case 'FIELDSELECT':
      return of(expression.arg) === 'assumed' ? 'assumed' : 'may'
    case 'SUBLINK':
      return sublink(expression, scope, of, catalog)
    case 'NULLTEST':
    case 'BOOLEANTEST':
    case 'DISTINCTEXPR':
    case 'ARRAY':
    case 'ARRAYEXPR':
    case 'ROW':
    case 'ROWEXPR':
    case 'SQLVALUEFUNCTION':
    case 'JSONCONSTRUCTOREXPR':
      return 'never'
    default:
      return 'may'
  }
}

function called(id, given, of, catalog) {
  const { name, isOurs, isStrict } = catalog.functionOf(id)
  if (isOurs) return 'assumed'
  if (answering.has(name)) return 'never'
  if (!isStrict || evasive.test(name)) return 'may'
  return worst(given.map(of))
}

/** Most aggregates are null over no rows; a group has at least one. */
function aggregate(expression, { query }, of, catalog) {
  const { name } = catalog.functionOf(expression.aggfnoid)
  if (name === 'count') return 'never'
  const hasGroups = query.groupClause?.length > 0 && expression.aggfilter === null
  if (!hasGroups) return 'may'
  if (name.endsWith('_agg')) return 'never'
  return worst((expression.args ?? []).map(({ expr }) => of(expr)))
}

function sublink({ subLinkType, subselect, testexpr }, scope, of, catalog) {
  const [exists, all, any, , scalar, , list] = ['0', '1', '2', '3', '4', '5', '6']
  if (subLinkType === exists || subLinkType === list) return 'never'
  if (subLinkType === any || subLinkType === all)
    return testexpr === null ? 'may' : worst(testexpr.args.map(of))
  if (subLinkType !== scalar) return 'may'
  const isOneRow =
    (subselect.hasAggs === 'true' && !subselect.groupClause?.length && subselect.havingQual === null) ||
    (!subselect.rtable?.length && subselect.jointree?.quals === null)
  return isOneRow ? outputs(subselect, scope, catalog)[0] : 'may'
}

function variable({ varno, varattno, varnullingrels, varlevelsup }, scope, catalog) {
  let here = scope
  for (let level = Number(varlevelsup); level > 0; level--) here = here.outer
  const isProven = here.proven.has(`${varno}.${varattno}`)
  if (isProven) return 'never'
  // The first item of a set of numbers is the type of the list.
  if (varnullingrels.length > 1) return 'may'
  const entry = here.query.rtable[Number(varno) - 1]
  const column = Number(varattno)
  switch (entry.rtekind) {
    case '0':
      return column <= 0 || catalog.isNotNull(entry.relid, column) ? 'never' : 'may'
    case '1':
      return outputs(entry.subquery, here, catalog)[column - 1] ?? 'may'
    case '2':
      return nullability(entry.joinaliasvars[column - 1], here, catalog)
    case '3':
      return ofFunction(entry, column, catalog)
    case '5':
      return worst(entry.values_lists.map((values) => nullability(values[column - 1], here, catalog)))
    case '6':
      return ofWith(entry, column, here, catalog)
    case '9':
      return nullability(entry.groupexprs[column - 1], here, catalog)
    default:
      return 'may'
  }
}

function ofFunction({ functions, funcordinality }, column, catalog) {
  let first = 1
  for (const { funcexpr, funccolcount } of functions) {
    const count = Number(funccolcount)
    if (column < first + count) {
      if (funcexpr.node !== 'FUNCEXPR') return 'may'
      const { name, isOurs, relation } = catalog.functionOf(funcexpr.funcid)
      // Lists sent as parameters contain no nulls.
      if (name === 'unnest' || name === 'generate_series') return 'never'
      if (relation !== null) return catalog.isNotNull(relation, column - first + 1) ? 'never' : 'may'
      return isOurs ? 'assumed' : 'may'
    }
    first += count
  }
  return funcordinality === 'true' ? 'never' : 'may'
}

function ofWith({ ctename, ctelevelsup }, column, scope, catalog) {
  let here = scope
  for (let level = Number(ctelevelsup); level > 0; level--) here = here.outer
  const found = here.query.cteList.find((each) => each.ctename === ctename)
  if (found.cterecursive === 'true') return 'may'
  return outputs(found.ctequery, here, catalog)[column - 1] ?? 'may'
}
