import { keyScopeNames, keyScopes, verbsOf } from './key-scopes.ts'
import { cell, domains, domainsWrittenAtTills, matrix, storeRoles } from './matrix.ts'

/**
 * db/generated/authorization.sql: the matrix and the scopes of API keys as rows, and the derivation of every
 * permission set.
 */
export function renderAuthorizationSql(): string {
  const rows = domains.flatMap((domain) =>
    storeRoles.map((role) => {
      const { all, own } = cell(domain, role)
      return `  (${matrix[domain].number}, '${domain}', '${role}', ${array(all)}, ${array(own)})`
    }),
  )
  const scopes = keyScopeNames.flatMap((scope) =>
    verbsOf(scope).map((verb) => `  ('${scope}', ${matrix[keyScopes[scope]].number}, '${verb}')`),
  )
  const atTills = domainsWrittenAtTills.map((domain) => `(${matrix[domain].number})`)
  return `-- Generated from server/src/authorization/matrix.ts by \`npm run generate\`; do not edit.
delete from authz.matrix;
insert into authz.matrix (domain_no, domain, role, verbs, own_verbs) values
${rows.join(',\n')};
delete from authz.till_domains;
insert into authz.till_domains (domain_no) values ${atTills.join(', ')};
delete from authz.scopes;
insert into authz.scopes (scope, domain_no, verb) values
${scopes.join(',\n')};
select authz.refresh_sets();
`
}

function array(verbs: readonly string[]): string {
  return `'{${verbs.join(',')}}'`
}
