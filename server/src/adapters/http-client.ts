import type { Agent, Dispatcher } from 'undici'

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path'>

/**
 * Sends requests over connections of its own. The first one loads the client, which is among the largest packages: many
 * processes send none, and no start waits for it.
 */
export function httpClient(options: Agent.Options) {
  let opened: Promise<{ readonly send: typeof import('undici').request; readonly agent: Agent }> | undefined
  const open = () => {
    opened ??= import('undici').then(({ Agent, request }) => ({ send: request, agent: new Agent(options) }))
    return opened
  }
  return {
    async request(url: string | URL, asked: RequestOptions): Promise<Dispatcher.ResponseData> {
      const { send, agent } = await open()
      return send(url, { ...asked, dispatcher: agent })
    },
    /** Waits for answers that are under way. */
    close: async (): Promise<void> => (await opened)?.agent.close(),
    /** Gives up answers that are under way. */
    destroy: async (): Promise<void> => (await opened)?.agent.destroy(),
  }
}
