/** The file was changed, moved or deleted after it was chosen. */
export class ChangedFile extends Error {
  constructor(options: ErrorOptions) {
    super('a chosen file can no longer be read', options)
  }
}

/**
 * A copy of a chosen file, to be sent. Browsers refuse to send a file that has changed since it was chosen, and that looks
 * like a network that is gone.
 *
 * @throws ChangedFile
 */
export async function copyOf(file: File): Promise<File> {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch (cause) {
    throw new ChangedFile({ cause })
  }
}
