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
  cellChars: 1_001,
  /** Non-empty rows: fifty thousand, the header, and the rows above it. */
  rows: 50_010,
  columns: 200,
  merges: 10_000,
} as const
