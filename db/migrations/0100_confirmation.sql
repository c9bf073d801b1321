-- When somebody last showed, in this session, what signing in takes: dangerous acts ask for it again after a while.
-- Sessions from before know of no such time; new ones begin with it.
alter table identity.sessions add column confirmed_at timestamptz;
alter table identity.sessions alter column confirmed_at set default now();
