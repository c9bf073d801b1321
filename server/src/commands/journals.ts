import { systemClock } from '../adapters/clock/clock.ts'
import { authorityFolder } from '../adapters/journals/authority-folder.ts'
import { createSealSigner } from '../adapters/keys/seal-signer.ts'
import type { AuthorityJournal } from '../audit/authority/journal.ts'
import type { Config } from '../config.ts'

/** The authority journal of this installation, signed with the first of these keys. */
export function authorityJournalOf(
  { authorityJournal, node }: Config,
  keys: readonly [Buffer, ...Buffer[]],
): AuthorityJournal {
  return authorityFolder({ dir: authorityJournal, node, signer: createSealSigner(keys), clock: systemClock })
}
