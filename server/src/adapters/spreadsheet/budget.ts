/** Limits for one workbook. Fifty thousand chips need about a third of them. */
export const budget = {
  parts: 500,
  unpackedBytes: 100_000_000,
  /**
   * Maximum ratio of a part's size to its packed size, in addition to the slack. Sheets of blank styled cells
   * reach 60.
   */
  ratio: 200,
  ratioSlackBytes: 1_000_000,
  /** Between two tags. */
  tokenChars: 1_000_000,
  sharedStrings: 1_000_000,
  sharedStringChars: 20_000_000,
  /** One more than the longest value, the description of a product, so that a longer one is refused and not cut. */
  cellChars: 2_001,
  /** Non-empty rows: fifty thousand, the header, and the rows above it. */
  rows: 50_010,
  columns: 200,
  merges: 10_000,
} as const
