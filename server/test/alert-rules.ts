import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { fires, samplesOf } from './promql.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

/** The rules that we ship. */
export async function alertRules(): Promise<AlertRule[]> {
  const text = await readFile(path.join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const { groups } = parse(text) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

/** The alerts of this exposition that would fire if it stayed so; those that need a rate are left out. */
export async function firing(exposition: string): Promise<string[]> {
  const samples = samplesOf(exposition)
  const rules = (await alertRules()).filter(({ expr }) => !/\b(rate|increase|offset)\b/.test(expr))
  return rules.filter(({ expr }) => fires(expr, samples)).map(({ alert }) => alert)
}
