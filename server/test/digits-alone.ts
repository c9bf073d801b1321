/** Matches digits that are not part of an id, a hash or a time: those contain any six of them sooner or later. */
export const digitsAlone = (digits: string) => new RegExp(`(?<![0-9a-f])${digits}(?![0-9a-f])`)
