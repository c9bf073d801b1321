import type { App } from './app.ts'

/** Makes earned pauses longer, so that a slow machine does not outlast one before it is checked. */
export async function stretchPauses({ admin }: App): Promise<void> {
  await admin.query(
    `update identity.sign_in_attempts set blocked_until = blocked_until + interval '2 hours'
      where blocked_until > last_failed_at`,
  )
}

/** Ends every earned pause. */
export async function endPauses({ admin }: App): Promise<void> {
  await admin.query(
    `update identity.sign_in_attempts set blocked_until = now() - interval '1 second' where blocked_until is not null`,
  )
}
