import { registry, type Setting, strictDirection } from './registry.ts'

/** docs/settings.md: what administrators and owners can set. */
export function renderSettings(): string {
  const rows = Object.entries<Setting>(registry).map(
    ([key, setting]) =>
      `| \`${key}\` | ${setting.meaning} | ${inWords(setting, setting.default)} | ${range(setting)} | ${setters(setting)} |`,
  )
  return `# Settings

<!-- Generated from server/src/settings/values/registry.ts by \`npm run generate\`; do not edit. -->

Administrators set them under *Administración › Ajustes*, or with \`PUT /platform/settings/{key}\`; some also for a single merchant.
Owners set those of their merchant under *Mi negocio › Límites*, or with \`PUT /pos/settings/{key}\`, within what the platform allows.
A change applies to the next request, without a restart, and is in the audit log. How a process runs is set by variables of its
environment instead ([README](../README.md#run-it-in-production)).

| setting | meaning | default | allowed | set by |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function inWords(setting: Setting, value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value === '' ? 'not set' : value
  const unit = setting.type === 'integer' ? setting.unit : 'characters'
  switch (unit) {
    case 'centavos':
      return `$${(value / 100).toLocaleString('en-US')}`
    case 'bps':
      return `${value / 100} %`
    case 'port':
      return String(value)
    default:
      return `${value.toLocaleString('en-US')} ${unit}`
  }
}

function range(setting: Setting): string {
  if (setting.type === 'boolean') return 'on, off'
  if (setting.type === 'text')
    return setting.format === 'clabe' ? 'a CLABE' : `up to ${inWords(setting, setting.maximum)}`
  const from =
    setting.unit === 'centavos' || setting.unit === 'bps'
      ? inWords(setting, setting.minimum)
      : setting.minimum
  return `${from} to ${inWords(setting, setting.maximum)}`
}

function setters(setting: Setting): string {
  if (setting.scope === 'platform') return 'administrators'
  const direction = strictDirection(setting)
  if (direction === null) return 'administrators and owners'
  if (setting.type !== 'boolean') return `administrators; owners only ${direction}`
  return `administrators; owners only *${direction === 'higher' ? 'on' : 'off'}*`
}
