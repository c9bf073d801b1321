import pg from 'pg'

/** PostgreSQL's side of an online base backup (its manual, "Making a Base Backup Using the Low Level API"). */
export interface BaseBackup {
  readonly dataDir: string
  readonly cluster: ClusterIdentity
  readonly startLsn: string
  /** Settings that a recovery must have at least as high. */
  readonly capacities: Readonly<Record<string, string>>
  /** Ends it, after everything was copied. */
  stop(): Promise<{ readonly stopLsn: string; readonly label: string; readonly tablespaceMap: string }>
  /** Closes the connection; a backup that was not stopped is abandoned by PostgreSQL. */
  close(): Promise<void>
}

export interface ClusterIdentity {
  readonly systemIdentifier: string
  readonly timeline: number
  readonly segmentBytes: number
  /** Such as `18`. */
  readonly major: string
}

/** Why no backup can be made now; the text says what to do. */
export class NotBackupable extends Error {
  override readonly name = 'NotBackupable'
}

/** Any number; the same for every process that makes backups of this cluster. */
const backupLock = 7_270_119
const capacityNames = [
  'max_connections',
  'max_worker_processes',
  'max_wal_senders',
  'max_prepared_transactions',
  'max_locks_per_transaction',
]

/**
 * @param url a superuser's
 * @throws NotBackupable while another backup runs, and when WAL is not archived
 */
export async function startBaseBackup(url: string, label: string): Promise<BaseBackup> {
  const client = new pg.Client({ connectionString: url, application_name: 'mostrador-backup' })
  client.on('error', () => {})
  await client.connect()
  const one = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R> =>
    (await client.query<R>(text, values)).rows[0] as R
  try {
    const { taken } = await one<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [backupLock])
    if (!taken)
      throw new NotBackupable(
        'Another backup is running. Wait for it; mostrador backup list shows it when it is done.',
      )
    const { mode, library, command, tablespaces } = await one<{
      mode: string
      library: string
      command: string
      tablespaces: number
    }>(`select current_setting('archive_mode') as mode, current_setting('archive_library') as library,
               current_setting('archive_command') as command,
               (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`)
    if (mode === 'off' || (library === '' && /^(\(disabled\))?$/.test(command)))
      throw new NotBackupable(
        'The running PostgreSQL does not archive its WAL. Stop the server, and start it again with BACKUP_TARGET and BACKUP_KEY set.',
      )
    if (tablespaces > 0)
      throw new NotBackupable(
        'The cluster has tablespaces, which lie outside its folder: back it up with pgBackRest.',
      )
    const cluster = await clusterOf(client)
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any ($1)',
      [capacityNames],
    )
    const { dir } = await one<{ dir: string }>(`select current_setting('data_directory') as dir`)
    const { lsn } = await one<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [label])
    return {
      dataDir: dir,
      cluster,
      startLsn: lsn,
      capacities: Object.fromEntries(rows.map(({ name, setting }) => [name, setting])),
      // Whether the WAL has arrived is for whoever ships it: waiting here would wait forever for a lost store.
      async stop() {
        const found = await one<{ stopLsn: string; label: string; tablespaceMap: string }>(
          `select lsn::text as "stopLsn", labelfile as label, spcmapfile as "tablespaceMap" from pg_backup_stop(false)`,
        )
        return found
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function clusterOf(client: Pick<pg.Client, 'query'>): Promise<ClusterIdentity> {
  const { rows } = await client.query<ClusterIdentity>(
    `select (select system_identifier::text from pg_control_system()) as "systemIdentifier",
            (select timeline_id from pg_control_checkpoint()) as timeline,
            pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes",
            (current_setting('server_version_num')::int / 10000)::text as major`,
  )
  return rows[0] as ClusterIdentity
}

/** How far the archive of WAL is, as PostgreSQL knows it. */
export interface ArchiverState {
  readonly cluster: ClusterIdentity
  /** The end of WAL. */
  readonly lsn: string
  /** By PostgreSQL's clock, taken before `lsn`: whatever was committed until then is before it. */
  readonly at: Date
  /** The last one that was archived; null: none yet. */
  readonly lastArchived: string | null
  /** The last copy failed, and none has worked since. */
  readonly isFailing: boolean
}

/** A connection for questions about the archive. @param url a superuser's */
export function archiverWatch(url: string) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'mostrador-archive',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  pool.on('error', () => {})
  let known: ClusterIdentity | undefined
  const cluster = async (): Promise<ClusterIdentity> => {
    known ??= await clusterOf(pool)
    return known
  }
  return {
    cluster,
    async state(): Promise<ArchiverState> {
      const identity = await cluster()
      const { rows } = await pool.query<Omit<ArchiverState, 'cluster'>>(
        `select clock_timestamp() as at, pg_current_wal_insert_lsn()::text as lsn, last_archived_wal as "lastArchived",
                last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as "isFailing"
           from pg_stat_archiver`,
      )
      return { cluster: identity, ...(rows[0] as Omit<ArchiverState, 'cluster'>) }
    },
    /** Begins a new segment, so that the one with the last changes is archived. */
    async switchWal(): Promise<void> {
      await pool.query('select pg_switch_wal()')
    },
    close: () => pool.end(),
  }
}

export type ArchiverWatch = ReturnType<typeof archiverWatch>
