import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { FileCall } from '../../api/download.ts'
import { useDownload } from './use-download.ts'

interface Props {
  /** Requests the file, with `parseAs: 'blob'`. */
  load: () => FileCall
  children: ReactNode
}

/** Exports in the only format that there is. */
export function DownloadButton({ load, children }: Props) {
  const file = useDownload()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={19} />}
      loading={file.isPending}
      onClick={() => file.mutate(load)}
    >
      {children}
    </Button>
  )
}
