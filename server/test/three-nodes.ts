import type pg from 'pg'

/**
 * Lets a single PostgreSQL answer as a cluster does where merchants are placed, by the two functions for which `migrate`
 * has another body there: a merchant's last byte decides which of three nodes it is on, and a fourth has none.
 */
export async function answerAsThreeNodes(admin: pg.Pool): Promise<void> {
  await admin.query(`
    create or replace function platform.nodes() returns table (node_group int, address text)
      language plpgsql stable set search_path = pg_catalog, pg_temp
    as $$
    begin
      return query values (1, 'uno:5432'), (2, 'dos:5432'), (3, 'tres:5432'), (4, 'vacio:5432');
    end $$;
    create or replace function platform.node_group_of(p_merchant uuid) returns int
      language plpgsql stable set search_path = pg_catalog, pg_temp
    as $$
    begin
      return 1 + get_byte(uuid_send(p_merchant), 15) % 3;
    end $$`)
}
