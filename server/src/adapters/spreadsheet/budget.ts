/** What one workbook may cost us. Chips of fifty thousand rows need about a third of it. */
export const budget = {
  parts: 500,
  unpackedBytes: 100_000_000,
  /** How many times its packed size a part may have, on top of the slack. Sheets of blank styled cells reach 60. */
  ratio: 200,
  ratioSlackBytes: 1_000_000,
  /** Between two tags. */
  tokenChars: 1_000_000,
  sharedStrings: 1_000_000,
  sharedStringChars: 20_000_000,
  cellChars: 1_001,
  /** Rows that hold something: fifty thousand, and the header with what may stand above it. */
  rows: 50_010,
  columns: 200,
  merges: 10_000,
} as const
