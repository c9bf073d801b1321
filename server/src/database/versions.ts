/**
 * The order of two versions: negative when `a` comes before `b`, zero when they are the same. A pre-release such as
 * `1.0.0-rc.1` comes before its release.
 *
 * @throws Error for what is no version
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  const at = left.numbers.findIndex((number, index) => number !== right.numbers[index])
  if (at !== -1) return (left.numbers[at] as number) - (right.numbers[at] as number)
  if (left.suffix === '' || right.suffix === '')
    return Number(left.suffix === '') - Number(right.suffix === '')
  return left.suffix.localeCompare(right.suffix, 'en', { numeric: true })
}

function partsOf(text: string): { readonly numbers: readonly number[]; readonly suffix: string } {
  const [, major, minor, patch, suffix = ''] = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?$/.exec(text) ?? []
  if (patch === undefined) throw new Error(`${text} is not a version such as 0.3.0`)
  return { numbers: [major, minor, patch].map(Number), suffix }
}
