-- An instant as the API writes it, for answers that PostgreSQL composes itself.
create function app.instant(p_at timestamptz) returns text
  language sql stable parallel safe
  return to_char(p_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
grant execute on function app.instant(timestamptz) to mostrador_api, mostrador_worker;

-- What somebody wants to put into a cart, as the catalog describes it at that moment.
create type selling.goods as (
  line_no int,                               -- its place in the request, from 1
  variant_id uuid,                           -- null: the store sells nothing by this name
  product_id uuid,
  product_name text,
  variant_name text,
  sku text,
  kind text,
  unit text,
  tracks_stock boolean,
  quantity numeric,
  unit_price_centavos bigint,
  unit_cost_centavos bigint,
  tax_rate_bps int,                          -- null: the store has no default rate
  is_tax_exempt boolean,
  is_tax_included boolean,
  note text,
  is_sold boolean                            -- neither product nor variant was taken off sale
);
