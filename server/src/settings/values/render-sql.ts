import { boundsOf, registry, type Setting, strictDirection } from './registry.ts'

/** db/generated/settings.sql: the registry as rows that functions read. */
export function renderSettingsSql(): string {
  const rows = Object.entries<Setting>(registry).map(([key, setting]) => {
    const bounds = boundsOf(setting)
      .map((bound) => bound ?? 'null')
      .join(', ')
    const stricter = strictDirection(setting)
    return `  ('${key}', '${setting.type}', '${setting.scope}', '${JSON.stringify(setting.default)}', ${bounds}, ${stricter === null ? 'null' : `'${stricter}'`})`
  })
  return `-- Generated from server/src/settings/values/registry.ts by \`npm run generate\`; do not edit.
delete from settings.setting_definitions;
insert into settings.setting_definitions (key, type, scope, default_value, minimum, maximum, stricter) values
${rows.join(',\n')};
`
}
