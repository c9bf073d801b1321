import { createServer } from 'node:net'

/** `preferred` if it is free on 127.0.0.1, otherwise any free port. */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined) {
    const kept = await portIfFree(preferred).catch(() => undefined)
    if (kept !== undefined) return kept
  }
  return portIfFree(0)
}

function portIfFree(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No port to listen on'))
        else resolve(address.port)
      })
    })
  })
}
