/** A name and its value in one line, or in several of at most `columns` characters. The value stays whole. */
export function rowLines(label: string, value: string, columns: number): string[] {
  const beside = columns - value.length - 1
  // A long name may continue on the next line, if at least eight characters of it fit beside the value.
  if (beside >= 8 || label.length <= beside) {
    const [first = '', ...rest] = wrapped(label, beside)
    return [`${first}${' '.repeat(columns - first.length - value.length)}${value}`, ...rest]
  }
  return [...wrapped(label, columns), ...wrapped(value, columns).map((line) => line.padStart(columns))]
}

/** Breaks text between words; words that are too long are cut. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (joined.length <= columns) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (line.length > columns) {
      lines.push(line.slice(0, columns))
      line = line.slice(columns)
    }
  }
  return [...lines, line]
}
