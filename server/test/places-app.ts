import type pg from 'pg'
import { merchantsRoutes } from '../src/platform/merchants/routes.ts'
import { merchantsService } from '../src/platform/merchants/service.ts'
import { placesRoutes } from '../src/platform/places/routes.ts'
import { placesService } from '../src/platform/places/service.ts'
import { type App, startApp } from './app.ts'

/** The routes of merchants and their places, over a database of its own. */
export function startPlacesApp(): Promise<App> {
  const publicUrl = () => 'https://pos.example.test'
  return startApp({
    routes: ({ database }) => [
      ...merchantsRoutes(
        merchantsService({ database, sellsServices: false, publicUrl, mailSealer: undefined }),
      ),
      ...placesRoutes(placesService({ database })),
    ],
  })
}

/**
 * Lets a single PostgreSQL answer as a cluster does where merchants are placed, by the three functions for which `migrate`
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
    create or replace function platform.nodes_with_shards() returns table (node_group int)
      language plpgsql stable set search_path = pg_catalog, pg_temp
    as $$
    begin
      return query values (1), (2), (3);
    end $$;
    create or replace function platform.node_group_of(p_merchant uuid) returns int
      language plpgsql stable set search_path = pg_catalog, pg_temp
    as $$
    begin
      return 1 + get_byte(uuid_send(p_merchant), 15) % 3;
    end $$`)
}
