import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './test-postgres.ts'

/** One PostgreSQL for the whole run, deleted afterwards; test files clone the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl, template, stop } = await startTestPostgres()
  project.provide('adminUrl', adminUrl)
  project.provide('workers', [])
  project.provide('template', template)
  return stop
}
