import { createHash } from 'node:crypto'
import type { LoginPasswords } from './roles.ts'

/** Logins for our own PostgreSQL: passwords derived from its superuser's, so nothing else is stored. */
export function loginsOf(adminUrl: string): { apiUrl: string; workerUrl: string; passwords: LoginPasswords } {
  const secret = new URL(adminUrl).password
  const passwords = { api: derive(secret, 'api'), worker: derive(secret, 'worker') }
  return {
    passwords,
    apiUrl: as(adminUrl, 'mostrador_api', passwords.api),
    workerUrl: as(adminUrl, 'mostrador_worker', passwords.worker),
  }
}

function as(adminUrl: string, user: string, password: string): string {
  const url = new URL(adminUrl)
  url.username = user
  url.password = password
  return url.href
}

function derive(secret: string, role: string): string {
  return createHash('sha256').update(`${role}:${secret}`).digest('hex')
}
