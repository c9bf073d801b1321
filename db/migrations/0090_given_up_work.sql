-- Durable work that has spent its attempts: for a person to start again, or to leave.
create table platform.given_up_work (
  id uuid primary key,
  workflow_id text not null unique,          -- what makes it told once, however often the telling is repeated
  name text not null,
  queue text not null,
  input jsonb,
  merchant_id uuid references platform.merchants,
  attempts int not null check (attempts > 0),
  last_error text not null,
  first_failed_at timestamptz not null,
  gave_up_at timestamptz not null default now(),
  status text not null default 'OPEN' check (status in ('OPEN', 'RETRIED', 'DISMISSED')),
  decided_by uuid,
  decided_at timestamptz,
  reason text,
  retry_workflow_id text,
  check ((status = 'OPEN') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((status = 'RETRIED') = (retry_workflow_id is not null))
);
create index given_up_work_status on platform.given_up_work (status, id desc);
