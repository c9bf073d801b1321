/** How long the key of a failed request serves the same request again, and how many keys are remembered. */
const rememberedMs = 10 * 60_000
const mostRemembered = 100

/**
 * The idempotency keys of failed requests, each of which may have been carried out without an answer.
 *
 * @param nowMs the time, for tests
 */
export function unansweredKeys(nowMs: () => number = Date.now) {
  let kept: { readonly content: string; readonly key: string; readonly untilMs: number }[] = []
  return {
    /** The key of one such request with this content, which is then forgotten. */
    take(content: string): string | undefined {
      kept = kept.filter(({ untilMs }) => untilMs > nowMs())
      const at = kept.findIndex((each) => each.content === content)
      return at < 0 ? undefined : kept.splice(at, 1)[0]?.key
    },
    keep(content: string, key: string): void {
      kept = [...kept.slice(1 - mostRemembered), { content, key, untilMs: nowMs() + rememberedMs }]
    },
  }
}
