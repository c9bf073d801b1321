import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { fires, samplesOf } from './promql.ts'

const file = path.resolve(import.meta.dirname, '../../deploy/prometheus/alerts.yml')

export interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: AlertRule[] }[] }

/** The rules that we ship. */
export const alertRules: readonly AlertRule[] = groups.flatMap(({ rules }) => rules)

const rulesOfOneMoment = alertRules.filter(({ expr }) => !/\b(rate|increase|offset)\b/.test(expr))

/** The alerts that fire if this exposition stays as it is; rules about a rate are left out. */
export function firing(exposition: string): string[] {
  const samples = samplesOf(exposition)
  return rulesOfOneMoment.filter(({ expr }) => fires(expr, samples)).map(({ alert }) => alert)
}
