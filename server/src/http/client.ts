/** Where a client sits and what it calls itself, as far as the connection tells. */
export function clientOf(from: {
  readonly address: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}): { address: string; userAgent: string | undefined } {
  const userAgent = from.headers['user-agent']
  return {
    // An IPv4 client of a dual-stack socket.
    address: from.address.replace(/^::ffff:(?=\d+\.)/, ''),
    userAgent: Array.isArray(userAgent) ? userAgent[0] : userAgent,
  }
}
