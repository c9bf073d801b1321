import type { App } from './app.ts'

/** Makes earned pauses last, so that a slow machine does not sit one out before it is looked at. */
export async function stretchPauses({ admin }: App): Promise<void> {
  await admin.query(
    `update identity.sign_in_attempts set blocked_until = blocked_until + interval '1 hour'
      where blocked_until > last_failed_at`,
  )
}

/** Makes every pause that has been earned be over. */
export async function endPauses({ admin }: App): Promise<void> {
  await admin.query(
    `update identity.sign_in_attempts set blocked_until = now() - interval '1 second' where blocked_until is not null`,
  )
}
