/** Matches these digits only where they stand alone. Ids, hashes and times contain any six digits sooner or later. */
export const digitsAlone = (digits: string) => new RegExp(`(?<![0-9a-f])${digits}(?![0-9a-f])`)
