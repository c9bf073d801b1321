/** Groups of four, for comparing by eye: 1234 5678 9012. */
export function groupByFour(text: string): string {
  return text.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
