import path from 'node:path'
import { systemClock } from '../src/adapters/clock/clock.ts'
import { authorityFolder } from '../src/adapters/journals/authority-folder.ts'
import { createSealSigner } from '../src/adapters/keys/seal-signer.ts'

/** The authority journal of a server whose data folder is `dir`, signed with `key`. */
export const journalFolder = (dir: string, key: Buffer) =>
  authorityFolder({
    dir: path.join(dir, 'authority'),
    node: 'caja',
    signer: createSealSigner([key]),
    clock: systemClock,
  })
