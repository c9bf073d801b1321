/** Where each thing is in a store. */

export const markerName = 'installation.json'
export const walPrefix = 'wal/'
export const basePrefix = 'base/'
export const filesPrefix = 'files/'
const suffix = '.enc'

/** Grouped, so that no folder gets too many: by the first sixteen characters, 4 GB of WAL. */
export const walObject = (name: string): string => `${walPrefix}${name.slice(0, 16)}/${name}${suffix}`
/** The name that PostgreSQL gave it. */
export const walNameOf = (object: string): string => object.slice(object.lastIndexOf('/') + 1, -suffix.length)

export const dataObject = (id: string): string => `${basePrefix}${id}/data.tar.gz${suffix}`
/** Written last: a backup without it is not one. */
export const manifestObject = (id: string): string => `${basePrefix}${id}/manifest.json.gz${suffix}`
export const isManifest = (object: string): boolean => object.endsWith(`/manifest.json.gz${suffix}`)
export const backupIdOf = (object: string): string => object.split('/')[1] ?? ''

export const filesObject = (stamp: string): string => `${filesPrefix}${stamp}.tar.gz${suffix}`

/** The time in the name of an object with files, in milliseconds since 1970; 0: it has none. */
export function stampedMsOf(object: string): number {
  const at = /(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)/.exec(object)
  return at === null ? 0 : Date.parse(`${at[1]}-${at[2]}-${at[3]}:${at[4]}:${at[5]}`)
}

/** Sorts as the times do: `20261122T234504.123Z`. */
export function stampOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:]/g, '')
}

/** Files of a backup that have a use of their own at a restore: the superuser's password, and the settings' keys. */
export const passwordName = 'postgres-password'
export const settingsText = 'settings.env'
