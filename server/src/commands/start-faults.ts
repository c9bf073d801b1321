import path from 'node:path'
import { AggregatorMisconfigured } from '../adapters/aggregator/misconfigured.ts'
import { JournalFault } from '../audit/authority/journal.ts'
import { BackupFault } from '../backup/store.ts'
import { ConfigError } from '../config.ts'
import { connectionFault } from '../database/advice.ts'
import { PlacesUnchanged } from '../database/change-places.ts'
import { NotCopied } from '../database/copy-database.ts'
import { CannotRun } from '../database/embedded/account.ts'
import { MerchantNotMoved } from '../database/move-merchant.ts'
import { NotServable } from '../database/readiness.ts'
import { NotMigratable } from '../database/roles.ts'
import { NotDecided } from '../platform/restoration/service.ts'
import { JournalInUse } from '../simulator/journal-lock.ts'

/**
 * What a command says to its operator when it could not start: what is wrong, and the next command.
 *
 * @param portSetting what the port to listen at is set with
 * @returns undefined for a bug, whose stack is needed
 */
export function startFault(
  error: unknown,
  environment: NodeJS.ProcessEnv,
  portSetting = 'PORT',
): string | undefined {
  if (error instanceof ConfigError || error instanceof AggregatorMisconfigured)
    return `Mostrador cannot start with this configuration:\n${error.message}`
  if (error instanceof NotServable) return `The database is not fit for serving:\n${error.message}`
  if (error instanceof NotMigratable) return `The database cannot be migrated:\n${error.message}`
  if (error instanceof CannotRun) return `PostgreSQL cannot run here:\n${error.message}`
  if (error instanceof JournalInUse)
    return `${error.message}. Stop it first: perhaps a Mostrador that sells in the sandbox.`
  const ownWords = [BackupFault, JournalFault, NotCopied, NotDecided, PlacesUnchanged, MerchantNotMoved]
  if (ownWords.some((kind) => error instanceof kind)) return (error as Error).message
  const words = listenFault(error, portSetting) ?? fileFault(error) ?? connectionFault(error, environment)
  return words && `Mostrador cannot start:\n${words}`
}

/** The port or the address to listen on. */
function listenFault(error: unknown, portSetting: string): string | undefined {
  const { code, syscall, address, port, hostname } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
    hostname?: string
  }
  if (syscall === 'getaddrinfo' && hostname !== undefined)
    return `${hostname} is not a known name. Set HOST to 127.0.0.1, or to 0.0.0.0 to be reached from other machines.`
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} at ${address} is taken, perhaps by another Mostrador. See by what with: ss -ltnp 'sport = :${port}'\nStop it, or choose another port with ${portSetting}.`
  if (code === 'EACCES')
    return `This user may not listen at port ${port}. Choose one from 1024 on with ${portSetting}, with a proxy in front of it.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine does not have the address ${address}. Set HOST to 127.0.0.1, or to 0.0.0.0 to be reached from other machines.`
  return undefined
}

/** The folders and files of settings and data. */
function fileFault(error: unknown): string | undefined {
  const { code, path: file } = error as NodeJS.ErrnoException
  if (file === undefined) return undefined
  const folder = path.dirname(file)
  if (code === 'EACCES' || code === 'EPERM') {
    const me = process.geteuid?.() ?? 'this user'
    return `User ${me} may not use ${file}. Give that user the folder, as root: chown -R ${me} ${folder}\nOr name another folder: MOSTRADOR_DATA_DIR for data, --file for the settings of setup.`
  }
  if (code === 'EROFS') return `${folder} is read-only. Name another folder with MOSTRADOR_DATA_DIR.`
  if (code === 'ENOSPC') return `The disk of ${folder} is full. Free some space, and start again.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${file} is below a file, or is one, and a folder is needed. Move the file away, or name another folder with MOSTRADOR_DATA_DIR.`
  return undefined
}
