import { plain } from '../../../ui/format/plain.ts'

/** Those of a file's carriers that do not occur in the product's name: its chips may be of another product. */
export const otherCarriers = (carriers: readonly string[], productName: string): readonly string[] =>
  carriers.filter((carrier) => !plain(productName).includes(plain(carrier)))
