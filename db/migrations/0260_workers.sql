-- Processes that do durable work. What one of them was doing is taken over by the others when its lease has run out.
create table app.workers (
  id text primary key,                       -- of this process alone: the engine's executor
  node text not null,                        -- whose process it is, for people
  started_at timestamptz not null default now(),
  leased_until timestamptz not null
);
