import { examined } from '../../src/commands/doctor.ts'
import type { Finding } from '../../src/doctor/finding.ts'
import type { App } from '../app.ts'

/** What `mostrador doctor` says of a cluster's places. */
export async function doctorOnPlaces({
  apiUrl,
  workerUrl,
}: Pick<App, 'apiUrl' | 'workerUrl'>): Promise<Finding | undefined> {
  const findings = await examined({
    DATABASE_URL: apiUrl,
    DATABASE_WORKER_URL: workerUrl,
    MOSTRADOR_KEY: Buffer.alloc(32, 3).toString('base64'),
    PORT: '9',
  })
  return findings.find(({ check }) => check === 'places')
}
