import type pg from 'pg'
import type { Clock } from '../server/src/adapters/clock/clock.ts'
import { systemClock } from '../server/src/adapters/clock/clock.ts'

/**
 * The time of a simulation. The database's clock decides everything that depends on time, so it is moved where it is: in
 * this database alone, `now()` and `clock_timestamp()` are replaced by functions that are ahead of the real ones. The
 * provider has the same time.
 */
export class DatabaseClock implements Clock {
  readonly sleep = systemClock.sleep
  #aheadMs = 0
  readonly #admin: pg.Pool

  private constructor(admin: pg.Pool) {
    this.#admin = admin
  }

  static async install(admin: pg.Pool): Promise<DatabaseClock> {
    await admin.query(replacement)
    return new DatabaseClock(admin)
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  async pass(ms: number): Promise<void> {
    this.#aheadMs += Math.round(ms)
    await this.#admin.query(`update simulation.clock set ahead = $1 * interval '1 millisecond'`, [
      this.#aheadMs,
    ])
  }

  /** On to this time of the day in Mexico City, today or tomorrow. */
  async passUntil(hour: number): Promise<void> {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: 'America/Mexico_City',
      hourCycle: 'h23',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(this.now())
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    const sinceMidnightMs = (of('hour') * 3_600 + of('minute') * 60 + of('second')) * 1_000
    await this.pass((hour * 3_600_000 - sinceMidnightMs + 86_400_000) % 86_400_000)
  }
}

/**
 * The planner puts the body of a SQL function in the place of its call, which is how a function that is built in can be
 * replaced at all; that takes a body without a subquery.
 */
const replacement = `
  create schema simulation;
  create table simulation.clock (ahead interval not null);
  insert into simulation.clock values ('0');
  create function simulation.real_now() returns timestamptz language internal stable parallel safe as 'now';
  create function simulation.real_clock() returns timestamptz language internal volatile parallel safe as 'clock_timestamp';
  create function simulation.ahead() returns interval language plpgsql stable parallel safe as $$
  begin
    return (select c.ahead from simulation.clock c);
  end $$;
  grant usage on schema simulation to public;
  grant select on simulation.clock to public;
  create or replace function pg_catalog.now() returns timestamptz language sql stable parallel safe
    return simulation.real_now() + simulation.ahead();
  create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile parallel safe
    return simulation.real_clock() + simulation.ahead();`
