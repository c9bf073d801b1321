import type { TestProject } from 'vitest/node'

/** The PostgreSQL of the enclosing run. */
export default function setup(project: TestProject): void {
  project.provide('adminUrl', process.env['NEIGHBOURS_ADMIN_URL'] as string)
  project.provide('workers', [])
  project.provide('template', process.env['NEIGHBOURS_TEMPLATE'] as string)
}
