/** Digits or letters in fours, as people compare them: 1234 5678 9012. */
export function groupByFour(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
