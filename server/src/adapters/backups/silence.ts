/** Aborts what is awaited when it takes longer; a slow reader's own time does not count. */
export interface Silence {
  readonly signal: AbortSignal
  begin(): void
  end(): void
}

export function silenceOf(timeoutMs: number): Silence {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
    begin() {
      timer = setTimeout(() => controller.abort(new Error(`silent for ${timeoutMs / 1000} s`)), timeoutMs)
    },
    end: () => clearTimeout(timer),
  }
}
