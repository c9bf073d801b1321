/** openapi.json */
interface Contract {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly 'x-problems'?: readonly string[] }>>>
  >
}

export function problemFaults(
  contract: Contract,
  met: readonly string[],
  unreached: ReadonlyMap<string, string>,
): string[]
