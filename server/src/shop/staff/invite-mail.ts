import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import type { Sealer } from '../../identity/accounts/second-factor.ts'
import { newToken } from '../../identity/accounts/token.ts'
import { invitePath, type Language, newMailLink } from '../../identity/mails/links.ts'

export interface InviteMailing {
  /** The public URL without a trailing slash; known once the server listens. */
  readonly publicUrl: () => string
  /** Seals the tokens of mails. Absent: nothing is mailed, and the inviter hands the link over. */
  readonly mailSealer?: Sealer | undefined
}

/** One-time links of invitations: shown once to the inviter, and mailed where the installation sends mail. */
export function inviteLinks({ publicUrl, mailSealer }: InviteMailing) {
  return () => {
    const mailed = mailSealer && newMailLink(mailSealer)
    const { token, tokenHash } = mailed ?? newToken()
    return {
      token,
      tokenHash,
      url: () => publicUrl() + invitePath(token),
      /** Called by the transaction that has created the invitation. */
      mail: async (tx: Tx<'store:supervisor'> | Tx<'platform:admin'>, language: Language): Promise<void> => {
        if (mailed === undefined) return
        await tx.rows(
          sql`select shop.mail_invite(${tokenHash}, ${mailed.mailId}, ${mailed.tokenSealed}, ${language})`,
        )
      },
    }
  }
}
