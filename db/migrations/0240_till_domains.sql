-- Whose rows a session that was opened at a terminal may write, as far as its role may. Comes from the matrix.
alter table authz.matrix add column at_tills boolean not null default false;
